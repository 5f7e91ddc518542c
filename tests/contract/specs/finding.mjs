// What the search and the pane of related notes lean on: prompts, opening at a line, links, and panes in the side dock.
import { becomes, editorText, openFile } from "../steps.mjs";

const VIEW = "ibid-contract-view";
const LINES = Array.from({ length: 60 }, (_, line) => `Line ${line}`).join("\n");

/** A prompt over three colours that never answers a question mark. */
async function openPrompt(driver) {
  await driver.open({ "Note.md": "text" });
  await openFile(driver, "Note.md");
  await driver.exec(({ app, obsidian, plugins: { ibidContract } }) => {
    class ContractPrompt extends obsidian.SuggestModal {
      asked = [];

      constructor() {
        super(app);
        this.modalEl.addClass("contract-prompt");
        for (const modifiers of [["Mod"], ["Alt"]]) {
          this.scope.register(modifiers, "Enter", (event) => {
            this.selectActiveSuggestion(event);
            return false;
          });
        }
      }

      onOpen() {
        super.onOpen();
        this.inputEl.value = "r";
        this.inputEl.select();
        this.inputEl.dispatchEvent(new Event("input"));
      }

      async getSuggestions(query) {
        this.asked.push(query);
        if (query === "?") return new Promise(() => undefined);
        return ["red", "green", "blue"].filter((colour) => colour.includes(query));
      }

      renderSuggestion(colour, el) {
        el.addClass("mod-complex");
        el.createDiv({ cls: "suggestion-content contract-colour", text: colour });
      }

      onNoSuggestion() {
        this.emptyStateText = "No colour.";
        super.onNoSuggestion();
        this.resultContainerEl.createDiv({ cls: "contract-reason", text: "Try another." });
      }

      onChooseSuggestion(colour, event) {
        const how = [obsidian.Keymap.isModEvent(event), event.altKey].join(" ");
        ibidContract.log.push(`chose ${colour} ${how} ${this.containerEl.isConnected}`);
      }
    }
    ibidContract.prompt = new ContractPrompt();
    ibidContract.prompt.open();
  });
}

const colours = () =>
  [...document.querySelectorAll(".contract-prompt .suggestion-item .contract-colour")].map((el) => el.textContent);
const lastLine = ({ plugins }) => plugins.ibidContract.log.at(-1);

async function typeInstead(driver, text) {
  await driver.exec(({ plugins }) => plugins.ibidContract.prompt.inputEl.select());
  await driver.type(text);
}

export const findingSpecs = [
  {
    name: "a prompt asks for what stands in it when it opens, and for what is typed over that",
    async run(driver) {
      await openPrompt(driver);
      await becomes(driver, ["red", "green"], colours);
      await driver.type("blu");
      await becomes(driver, ["blue"], colours);
    },
  },
  {
    name: "a prompt keeps its list while an answer is not there, and asks again after an input event",
    async run(driver) {
      await openPrompt(driver);
      await becomes(driver, ["red", "green"], colours);
      await typeInstead(driver, "?");
      await becomes(driver, "?", ({ plugins }) => plugins.ibidContract.prompt.asked.at(-1));
      await becomes(driver, ["red", "green"], colours);
      await driver.exec(
        ({
          plugins: {
            ibidContract: { prompt },
          },
        }) => {
          prompt.inputEl.value = "blue";
          prompt.inputEl.dispatchEvent(new Event("input"));
        },
      );
      await becomes(driver, ["blue"], colours);
    },
  },
  {
    name: "a prompt without results says what it was told to, and what is added goes with the next results",
    async run(driver) {
      await openPrompt(driver);
      await typeInstead(driver, "zzz");
      await driver.find(".contract-prompt .suggestion-empty", "No colour.");
      await driver.find(".contract-prompt .contract-reason");
      await typeInstead(driver, "red");
      await becomes(driver, ["red"], colours);
      await driver.gone(".contract-prompt .contract-reason");
      await driver.gone(".contract-prompt .suggestion-empty");
    },
  },
  {
    name: "the chosen result is told after the prompt has closed, with the keys that were held",
    async run(driver) {
      await openPrompt(driver);
      await becomes(driver, ["red", "green"], colours);
      await driver.press("ArrowDown");
      await driver.press("Mod+Enter");
      await becomes(driver, "chose green tab false false", lastLine);
      await openPrompt(driver);
      await becomes(driver, ["red", "green"], colours);
      await driver.press("Alt+Enter");
      await becomes(driver, "chose red false true false", lastLine);
      await driver.gone(".contract-prompt");
    },
  },
  {
    name: "a note opens at a line, which is then in sight and can take the cursor",
    async run(driver) {
      await driver.open({ "Note.md": LINES });
      await driver.exec(async ({ app }) => {
        const leaf = app.workspace.getLeaf(false);
        await leaf.openFile(app.vault.getFileByPath("Note.md"), { active: true, eState: { line: 40 } });
        leaf.view.editor.setCursor({ line: 40, ch: 0 });
      });
      await driver.find(".cm-line", "Line 40");
      await becomes(driver, 40, ({ app }) => app.workspace.activeEditor.editor.getCursor().line);
    },
  },
  {
    name: "a match of a search is scrolled to and highlighted in the editor and in reading view",
    async run(driver) {
      await driver.open({ "Note.md": LINES.replaceAll("\n", "\n\n") });
      const show = (mode) =>
        driver.exec(async ({ app }, mode) => {
          const leaf = app.workspace.getLeaf(false);
          const file = app.vault.getFileByPath("Note.md");
          await leaf.openFile(file, { active: true, state: { mode } });
          const content = leaf.view.getViewData();
          const start = content.indexOf("Line 40");
          leaf.setEphemeralState({ match: { content, matches: [[start, start + "Line 40".length]] } });
        }, mode);
      await show("source");
      await driver.find(".cm-line .is-flashing", "Line 40");
      await show("preview");
      await driver.find(".markdown-preview-view .is-flashing", "Line 40");
    },
  },
  {
    name: "Markdown is rendered into an element, without its comments",
    async run(driver, assert) {
      await driver.open({ "Note.md": "Text" });
      const rendered = await driver.exec(async ({ app, obsidian }) => {
        const component = new obsidian.Component();
        component.load();
        const el = createDiv();
        await obsidian.MarkdownRenderer.render(
          app,
          "%% hidden %%\n\n### Heading\n\nSee [[Note]].\n\n%% end %%\n",
          el,
          "Note.md",
          component,
        );
        const found = [
          el.querySelector("h3")?.textContent,
          el.querySelector("a.internal-link")?.textContent,
          el.textContent.includes("%%"),
        ];
        component.unload();
        return found;
      });
      assert.deepEqual(rendered, ["Heading", "Note", false]);
    },
  },
  {
    name: "a link to a heading is made as the person's settings want it, with another text if one is given",
    async run(driver, assert) {
      await driver.open({ "Folder/To.md": "# Part\n", "From.md": "" });
      const links = await driver.exec(({ app }) => {
        const file = app.vault.getFileByPath("Folder/To.md");
        const make = (...rest) => app.fileManager.generateMarkdownLink(file, "From.md", ...rest);
        return [make(), make("#Part"), make("#Part", "words")];
      });
      assert.deepEqual(links, ["[[To]]", "[[To#Part]]", "[[To#Part|words]]"]);
    },
  },
  {
    name: "a transaction puts text at the cursor and the cursor behind it, and one undo takes it back",
    async run(driver, assert) {
      await driver.open({ "Note.md": "before after" });
      await openFile(driver, "Note.md");
      const cursor = await driver.exec(({ app }) => {
        const { editor } = app.workspace.activeEditor;
        const from = { line: 0, ch: 7 };
        editor.transaction(
          { changes: [{ from, to: from, text: "[[To]] " }], selection: { from: { line: 0, ch: 14 } } },
          "ibid",
        );
        return editor.getCursor();
      });
      assert.deepEqual(cursor, { line: 0, ch: 14 });
      assert.equal(await driver.exec(editorText), "before [[To]] after");
      await driver.exec(({ app }) => app.workspace.activeEditor.editor.undo());
      assert.equal(await driver.exec(editorText), "before after");
    },
  },
  {
    name: "a view opens in the right side dock and leaves the note active",
    async run(driver, assert) {
      await driver.open({ "Note.md": "text" });
      await openFile(driver, "Note.md");
      await driver.exec(
        async ({ app }, type) =>
          void (await app.workspace.ensureSideLeaf(type, "right", { active: false, reveal: true })),
        VIEW,
      );
      await driver.find(".contract-view");
      const [path, type] = await driver.exec(({ app }) => [
        app.workspace.getActiveFile().path,
        app.workspace.getMostRecentLeaf().view.getViewType(),
      ]);
      assert.deepEqual([path, type], ["Note.md", "markdown"]);
    },
  },
  {
    name: "a view in a folded side dock is not in sight, and is once the dock unfolds",
    async run(driver) {
      await driver.open({});
      await driver.exec(async ({ app }, type) => {
        await app.workspace.ensureSideLeaf(type, "right", { active: false, reveal: true });
        const observer = new IntersectionObserver((entries) => (window.contractSeen = entries.at(-1).isIntersecting), {
          threshold: 0.01,
        });
        observer.observe(app.workspace.getLeavesOfType(type)[0].view.containerEl);
      }, VIEW);
      const seen = () => window.contractSeen;
      await becomes(driver, true, seen);
      await driver.exec(({ app }) => void app.workspace.rightSplit.collapse());
      await becomes(driver, false, seen);
      await driver.exec(({ app }) => void app.workspace.rightSplit.expand());
      await becomes(driver, true, seen);
    },
  },
  {
    name: "while a pane has the focus, the note last open is still the active file and the most recent leaf",
    async run(driver, assert) {
      await driver.open({ "Note.md": "text" });
      await openFile(driver, "Note.md");
      await driver.exec(
        async ({ app }, type) =>
          void (await app.workspace.ensureSideLeaf(type, "right", { active: true, reveal: true })),
        VIEW,
      );
      await driver.click(".contract-view");
      const found = await driver.exec(({ app }) => [
        app.workspace.getActiveFile().path,
        app.workspace.getMostRecentLeaf().view.file.path,
      ]);
      assert.deepEqual(found, ["Note.md", "Note.md"]);
    },
  },
  {
    name: "a source of hovered links can be registered, and its event reaches who listens",
    async run(driver) {
      await driver.open({ "Note.md": "text" });
      await driver.exec(({ app, plugins: { ibidContract } }, source) => {
        ibidContract.registerHoverLinkSource(source, { display: "Contract", defaultMod: true });
        ibidContract.registerEvent(
          app.workspace.on("hover-link", ({ linktext }) => ibidContract.log.push(`hover ${linktext}`)),
        );
        const event = new MouseEvent("mouseover");
        app.workspace.trigger("hover-link", {
          event,
          source,
          hoverParent: { hoverPopover: null },
          targetEl: document.body,
          linktext: "Note.md",
          sourcePath: "",
        });
      }, VIEW);
      await becomes(driver, "hover Note.md", lastLine);
    },
  },
];
