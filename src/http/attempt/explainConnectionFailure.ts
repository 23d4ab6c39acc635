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
 * Tells what broke a connection, from the innermost error's code, or its name where it has none.
 *
 * The error itself is never shown or attached: it can hold the request with its headers.
 */
export function explainFailure(error: unknown): { garbled: boolean; reason: string } {
  const label = labelOf(error)
  const notHttp = label === "HTTPParserError" || label.startsWith("HPE_")
  const explained = words[label] ?? (notHttp ? "the answer is not HTTP" : "the connection failed")
  return { garbled: label === "Z_DATA_ERROR", reason: `${explained} (${label})` }
}

function labelOf(error: unknown): string {
  let label = "unknown"
  let current = error
  // Deep enough for the HTTP client's nesting; an error may also be its own cause.
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    const { code, name } = current as Error & { code?: unknown }
    if (typeof code === "string" && isLabel(code)) return code
    if (isLabel(name)) label = name
    current = current.cause
  }
  return label
}

/** Only what looks like an identifier is shown, because anybody can set a code or a name. */
function isLabel(text: string): boolean {
  return /^[A-Za-z]\w{2,50}$/.test(text)
}
