// Requests to the server's JSON API, whose errors all have the shape {code, message, rule}.
import { t } from "./i18n.js";

/** @param {Response} response */
async function answer(response) {
  const body = await response.json().catch(() => ({}));
  if (!response.ok)
    throw new Error(
      body.message ?? body.detail ?? t("Unexpected answer from the server ({status}).", { status: response.status }),
    );
  return body;
}

/**
 * @param {string} path
 * @param {AbortSignal | null} signal
 */
export const get = async (path, signal = null) =>
  answer(await fetch(path, { headers: { accept: "application/json" }, signal }));

/** A `get` for what a page shows again and again: whoever asked gets the answer to the newest question, not to an older. */
export function newest() {
  /** @type {Promise<any>} */
  let last;
  return async (/** @type {string} */ path) => {
    last = get(path);
    for (;;) {
      const asked = last;
      const found = await asked;
      if (asked === last) return found;
    }
  };
}

const JSON_ONLY = { "content-type": "application/json" };

/**
 * @param {string} path
 * @param {object} body
 */
export async function post(path, body) {
  return answer(await fetch(path, { method: "POST", headers: JSON_ONLY, body: JSON.stringify(body) }));
}

/**
 * Send what a form would send, and return the JSON answer.
 * @param {string} path
 * @param {FormData} data
 */
export async function postForm(path, data) {
  const body = new URLSearchParams(/** @type {any} */ (data));
  return answer(await fetch(path, { method: "POST", headers: { accept: "application/json" }, body }));
}

/** @param {string} path */
export const remove = async (path) => answer(await fetch(path, { method: "DELETE", headers: JSON_ONLY }));
