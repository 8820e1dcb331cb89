// Written by `python -m tools.client_types` from the structures of the server; docs/protocol.md explains them.

/** Kind of step, what, and where that leads; a leaf is the number of an action. */
export type Trie = { [kind: string]: { [what: string]: Trie | number } };

export interface Piece {
  id: string;
  sprite: string;
  x: number;
  y: number;
  turn?: number;
  layer?: number;
  size?: number;
  label?: string;
  place?: string;
  via?: [number, number][];
  jump?: boolean;
}

export interface Place {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
  label?: string;
  is_round?: boolean;
  size?: number;
}

export interface Tally {
  id: string;
  value: number;
  gain: string[];
}

export interface Panel {
  seat: number;
  sprite?: string;
  label?: string;
  tallies?: Tally[];
  is_sign?: boolean;
}

export interface Area {
  id: string;
  label: string;
  x: number;
  y: number;
  width: number;
  height: number;
  seat?: number;
  is_home?: boolean;
}

export interface Scene {
  width: number;
  height: number;
  ground: string;
  pieces: Piece[];
  places: Place[];
  panels?: Panel[];
  text?: string;
  left?: number;
  top?: number;
  areas?: Area[];
  hand?: string;
}

export interface Stage {
  pieces: Piece[];
  panels?: Panel[];
  said?: string;
}

export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
  ground: string;
}

export interface Changes {
  pieces?: Piece[];
  gone?: string[];
  places?: Place[];
  panels?: Panel[];
  text?: string;
  frame?: Frame;
  areas?: Area[];
  hand?: string;
}

export interface Act {
  type: "act";
  id: string;
  seen: number;
  seat: number;
  actions: number[];
}

export interface Draft {
  type: "draft";
  seat: number;
  actions: number[];
  id?: string;
}

export interface Why {
  type: "why";
  seat: number;
  steps: [string, string][];
}

export interface Look {
  type: "look";
  seat: number;
}

export interface Hint {
  type: "hint";
  seat: number;
}

export interface LookBack {
  type: "look_back";
  ply: number;
}

export interface Undo {
  type: "undo";
  id: string;
  seat: number;
  seen?: number;
}

export interface AnswerUndo {
  type: "answer_undo";
  seat: number;
  asked: number;
  allows: boolean;
}

export interface Resign {
  type: "resign";
  id: string;
  seat: number;
}

export interface Signal {
  type: "signal";
  seat: number;
}

export interface Ready {
  type: "ready";
  seat: number;
}

export interface Say {
  type: "say";
  text: string;
}

export interface Sync {
  type: "sync";
}

export interface SeatInfo {
  seat: number;
  name: string;
  kind: string;
  level?: string;
  is_online?: boolean;
  is_yours?: boolean;
  is_to_act?: boolean;
  has_resigned?: boolean;
  clock_ms?: number;
  drafted?: number;
  is_ready?: boolean;
  signal?: string;
  pawn?: string;
}

export interface LogLine {
  seq: number;
  seat: number | null;
  text: string;
  chance?: string[];
  kind?: string;
  is_named?: boolean;
  more?: string[];
  places?: string[];
  pictures?: string[];
  by?: string;
}

export interface Result {
  columns: string[];
  labels: string[];
  scores: number[];
  ranks: number[];
  breakdown: { [name: string]: number }[];
}

export interface DraftInfo {
  actions: number[];
  laid: string[][];
  kinds: [number, number][];
  is_early: boolean;
  is_ready: boolean;
}

export interface Sand {
  left_ms: number;
  whole_ms: number;
}

export interface Guide {
  step: number;
  steps: number;
  said: string[];
  say: string;
  rule: string;
  light: string[];
  show: [string, string][];
  is_solved: boolean;
}

export interface UndoAsk {
  seq: number;
  said: string;
  can_answer: boolean;
}

export interface Snapshot {
  type: "table";
  version: number;
  seq: number;
  game: string;
  title: string;
  options: { [name: string]: any };
  status: "waiting" | "playing" | "over";
  seats: SeatInfo[];
  viewer_seats: number[];
  seat: number | null;
  is_curtain: boolean;
  prompt: string;
  scene: Scene;
  gestures: Trie | null;
  can_undo: boolean;
  log: LogLine[];
  commitment: string;
  seed: string | null;
  result: Result | null;
  last: string[];
  draft: DraftInfo | null;
  sand: Sand | null;
  rematch: string;
  guide: Guide | null;
  can_hint: boolean;
  signal: string;
  is_held: boolean;
  can_ready: boolean;
  undo_why: string;
  undo_asked: UndoAsk | null;
  watchers: number;
  can_sit: boolean;
  is_host: boolean;
  is_rated: boolean;
  tournament: string;
}

export interface Beat {
  said?: string;
  pieces?: Piece[];
  gone?: string[];
  panels?: Panel[];
}

export interface Update {
  type: "update";
  from_seq: number;
  seq: number;
  set: Partial<Omit<Snapshot, "type" | "log" | "scene" | "seq" | "version">>;
  log?: LogLine[];
  beats?: Beat[];
  scene?: Changes;
}

export interface Done {
  type: "done";
  id: string;
  seq: number;
}

export interface Refused {
  type: "refused";
  code: string;
  message: string;
  rule: string | null;
  id: string | null;
}

export interface Because {
  type: "because";
  message: string;
  rule: string;
}

export interface Advice {
  type: "advice";
  seat: number;
  say: string;
  figures: string[];
  show: [string, string][];
}

export interface Moment {
  type: "moment";
  ply: number;
  scene: Scene;
  beats: Beat[];
  changes: Changes;
  places: string[];
}

export interface DraftKept {
  type: "drafted";
  id: string;
  seat: number;
  actions: number[];
}

export interface Step {
  seat: number | null;
  text: string;
  is_named: boolean;
  chance: string[];
  more: string[];
  changes: Changes;
  last: string[];
  beats?: Beat[];
}

export interface Replay {
  game: string;
  title: string;
  names: string[];
  seat: number;
  eyes: number[];
  first: Scene;
  steps: Step[];
  bots: string[];
  can_play_on: boolean;
  is_rated: boolean;
  resigned: number[];
  result: Result | null;
}

export interface PuzzleInfo {
  id: string;
  url: string;
  picture: string;
  seats: number;
  rating: number;
  stars: number;
  state: string;
  theme: string;
}

export interface GamePuzzles {
  game: string;
  title: string;
  puzzles: PuzzleInfo[];
}

export interface Today {
  game: string;
  title: string;
  puzzle: PuzzleInfo;
}

export type Request = Act | Draft | Why | Look | Hint | LookBack | Undo | AnswerUndo | Resign | Signal | Ready | Say | Sync;

export type Reply = Snapshot | Update | Done | Refused | Because | Advice | Moment | DraftKept;
