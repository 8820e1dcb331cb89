// The kinds of tournaments, in words.
import { t } from "./i18n.js";

export const KINDS = { round_robin: t("round robin"), swiss: t("Swiss"), arena: t("arena") };
export const STATUS = { open: t("open for sign-up"), playing: t("under way"), over: t("over") };

export const ABOUT = {
  round_robin: t("Everybody meets everybody; at tables of three or more, as evenly as possible."),
  swiss: t("In each round you meet people with about as many points, and nobody twice if it can be avoided."),
  arena: t("For a fixed time, whoever is free is paired again and again. You can come and go."),
};
