// The server's JSON, and its one shape of errors: {code, message, rule}.
import { t } from "./i18n.js";

async function answer(response) {
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(body.message ?? body.detail ?? t("The server did not answer as it should ({status}).", { status: response.status }));
  return body;
}

export const get = async (path) => answer(await fetch(path, { headers: { accept: "application/json" } }));

const JSON_ONLY = { "content-type": "application/json" };

export async function post(path, body) {
  return answer(await fetch(path, { method: "POST", headers: JSON_ONLY, body: JSON.stringify(body) }));
}

export const remove = async (path) => answer(await fetch(path, { method: "DELETE", headers: JSON_ONLY }));
