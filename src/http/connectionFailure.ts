/** The words for what a connection can die of, by the code that Node and its HTTP client give. */
const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens at this address",
  ECONNRESET: "the connection was reset",
  EPIPE: "the connection was closed",
  ENOTFOUND: "the host name is unknown",
  EAI_AGAIN: "the host name could not be looked up",
  EHOSTUNREACH: "there is no route to the host",
  ENETUNREACH: "there is no route to the network",
  ETIMEDOUT: "the connection timed out",
  UND_ERR_CONNECT_TIMEOUT: "the connection timed out",
  UND_ERR_SOCKET: "the connection was closed before the answer was complete",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the answer is not as long as it says",
  UND_ERR_HEADERS_OVERFLOW: "the answer's headers are too large",
  Z_BUF_ERROR: "the connection was closed before the answer was complete",
  Z_DATA_ERROR: "the body is not compressed as the headers say",
}

/**
 * Tells what broke a connection, from the code alone.
 *
 * The error itself is never shown or attached: it can hold the request with its headers.
 */
export function explainFailure(error: unknown): { garbled: boolean; reason: string } {
  const code = codeOf(error)
  if (code === undefined) return { garbled: false, reason: "the connection failed" }
  const explained = words[code] ?? (code.startsWith("HPE_") ? "the answer is not HTTP" : "the connection failed")
  return { garbled: code === "Z_DATA_ERROR", reason: `${explained} (${code})` }
}

function codeOf(error: unknown): string | undefined {
  let current = error
  // Deep enough for the HTTP client's nesting; an error may also be its own cause.
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    const { code } = current as { code?: unknown }
    if (typeof code === "string" && /^[A-Z][A-Z0-9_]{2,50}$/.test(code)) return code
    current = current.cause
  }
  return undefined
}
