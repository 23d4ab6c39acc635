import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"

/** The page as one file, and the headers that let it do nothing but what it is for. */
export type Page = { readonly html: string; readonly headers: Readonly<Record<string, string>> }

/** Reads what `scripts/buildPage.ts` has built. */
export async function readPage(file: URL = new URL("page.html", import.meta.url)): Promise<Page> {
  const html = await readFile(file, "utf8")
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(html, "script")}`,
    `style-src ${hashOf(html, "style")}`,
    "connect-src 'self'",
    // Its own icon, which is part of it.
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // Text can become markup nowhere, not even by mistake.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  return {
    html,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy.join("; "),
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
    },
  }
}

function hashOf(html: string, tag: "script" | "style"): string {
  const [, text = ""] = new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, "s").exec(html) ?? []
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`
}
