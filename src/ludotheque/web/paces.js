// The clocks that people choose from.
import { t } from "./i18n.js";

export const PACES = {
  none: t("none: take your time"),
  quick: t("5 minutes each, plus 5 seconds per turn"),
  slow: t("15 minutes each, plus 10 seconds per turn"),
  days: t("3 days per turn"),
};

/** The kinds of clocks, as lists of tables name them. */
export const CLOCKS = { none: t("no clock"), real: t("minutes"), days: t("days") };
