/**
 * The icons of Lucide (lucide-static, ISC licence) that the stand-in app contains. Add a name here when a plugin uses
 * an icon that is missing.
 */
export {
  Activity, AlertTriangle, Archive, ArrowDown, ArrowLeft, ArrowRight, ArrowUp, AtSign, Ban, BarChart3, Bell, Blocks, Book, BookMarked,
  BookOpen, Bot, Brain, Bug, Calendar, Check, CheckCheck, CheckCircle, ChevronDown, ChevronLeft, ChevronRight, ChevronUp, ChevronsUpDown, Circle,
  CircleHelp, CircleStop, CircleX, Clipboard, ClipboardList, Clock, Cloud, Coins, Compass, Copy, Database, Download, Edit3, Ellipsis, EllipsisVertical, Eraser,
  ExternalLink, Eye, EyeOff, File, FileCheck, FilePlus, FileQuestion, FileSearch, FileText, Files, Filter, Flame, FlaskConical, Folder,
  FolderOpen, FolderPlus, GitBranch, GitFork, Globe, GraduationCap, GripVertical, Hash, Heart, HeartPulse, HelpCircle, History, Home, Hourglass, Image,
  Inbox, Info, Key, Keyboard, Landmark, Languages, Layers, Library, Lightbulb, Link, Link2, List, ListChecks, ListTree, Loader, LoaderCircle, Lock,
  Mail, Menu, MessageCircle, MessageSquare, MessageSquareQuote, Mic, Minus, Moon, MoreHorizontal, MoreVertical, Move, Network, NotebookPen, PanelLeft, PanelRight, Paperclip, Pause, Pencil,
  Pin, Play, Plug, Plus, PlusCircle, Puzzle, Quote, RefreshCw, RotateCcw, RotateCw, Save, Scale, ScrollText, Search, SearchCheck, Send, Server, Settings,
  Shield, ShieldAlert, ShieldCheck, SlidersHorizontal, Sparkles, Square, Star, StickyNote, Sun, Table, Tag, Target, Telescope, TextSearch, TextSelect, ThumbsDown, ThumbsUp,
  Timer, Trash, Trash2, TriangleAlert, Undo2, Unlink, Upload, User, Wand2, Waypoints, Workflow, Wrench, X, XCircle, Zap,
  AlertCircle, BadgeCheck, BookOpenCheck, CircleAlert, CircleCheck, CircleDot, FileClock, FileMinus, FileOutput, FilePen, FilePlus2, Highlighter, ListPlus, ListX, Maximize, MessagesSquare, Microscope, Replace, ScanSearch, ZoomIn, ZoomOut, Share2, SquareCheck, SquarePen, TextQuote, Text, Type, Unplug, WifiOff,
} from "lucide-static";
