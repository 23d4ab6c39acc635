import type ky from "ky"

/** Loads what sends requests. It is loaded on the first request, because most commands send none. */
export async function loadKy(): Promise<typeof ky> {
  return (await import("ky")).default
}
