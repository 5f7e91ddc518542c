//! Turns the checked report on a gap into findings, instead of writing it into a note.

use crate::answers::gather::GatheredEvidence;
use crate::answers::run::{ActiveRun, RunOutput, spent_text};
use crate::features::inbox::finding::Finding;
use crate::features::inbox::gap::Gap;
use crate::features::inbox::gap_agenda::GapTaskOutcome;
use crate::features::inbox::new_findings::FindingContext;
use crate::features::research::{CheckedReport, ReportUse, note_update};
use crate::values::{Result, duration_text};

/// Makes findings from the report on a gap.
pub struct FindingMaker<'a> {
    /// The gap that is researched.
    pub gap: &'a Gap,
}

/// The findings on a gap, the best first, and what the research cost.
pub struct GapFindings {
    /// What the vault does not have yet.
    pub findings: Vec<Finding>,
    /// What came of the task. The number of new findings is not set yet.
    pub outcome: GapTaskOutcome,
}

impl ReportUse for FindingMaker<'_> {
    type Output = GapFindings;

    async fn use_report(
        &self,
        run: &ActiveRun<'_>,
        evidence: &GatheredEvidence,
        checked: CheckedReport<'_>,
    ) -> Result<GapFindings> {
        let ActiveRun { context, subject, record, budget, progress, .. } = run;
        let spent = budget.spent();
        record.output.replace(RunOutput { spent, ..RunOutput::default() });
        let stats = context.vault.corpus_stats(&subject.path);
        let maker = FindingContext {
            gap: self.gap,
            relation: self.gap.relation(&note_update::wikilink(context.vault, &self.gap.note)),
            run_id: run.run_id,
            found_on: record.run_host.started_at().local_date().to_string(),
            stats: stats.as_ref(),
            known_from_percent: context.settings.duplicate_threshold_percent,
        };
        let (mut findings, mut known_findings) = (Vec::new(), 0);
        for (part, evidence) in checked.topic_reports.iter().zip(&evidence.evidence_by_topic) {
            let found = maker.new_findings(part, evidence);
            findings.extend(found.findings);
            known_findings += found.known_count;
        }
        let outcome = GapTaskOutcome {
            new_findings: 0,
            known_findings,
            messages: progress.skip_messages(),
            spent,
            cost_text: spent_text(&spent),
            elapsed_text: duration_text(record.run_host.elapsed_millis()),
            steps: progress.steps(),
        };
        Ok(GapFindings { findings, outcome })
    }
}
