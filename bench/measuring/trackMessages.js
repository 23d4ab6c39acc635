/**
 * Waits in one process for many messages, with the built package alone, and prints how long that took and how much memory at most.
 * JavaScript, because what strips types takes memory too.
 */
import { createMessagingClient, waitForMessage, waitForMessages } from "../../dist/src/messaging/index.js"

const { baseUrl, transactions, messagesPerTransaction, watchersPerTransaction, watchersPerMessage } = JSON.parse(
  process.env.BENCH_TRACKING,
)
const client = createMessagingClient({ baseUrl, apiKey: "bench" })
const began = performance.now()
const waits = []
for (let transaction = 0; transaction < transactions; transaction += 1) {
  const srcTxHash = `0x${transaction.toString(16).padStart(60, "0")}0000`
  const watch = { srcChainSlug: 41001, srcTxHash, timeout: 600_000 }
  for (let watcher = 0; watcher < watchersPerTransaction; watcher += 1) waits.push(waitForMessages(client, watch))
  for (let index = 0; index < messagesPerTransaction; index += 1) {
    const messageId = `${srcTxHash.slice(0, -4)}${index.toString(16).padStart(4, "0")}`
    for (let watcher = 0; watcher < watchersPerMessage; watcher += 1) {
      waits.push(waitForMessage(client, { ...watch, messageId }))
    }
  }
}
await Promise.all(waits)
const value = performance.now() - began
const { user, system } = process.cpuUsage()
const memory = (process.resourceUsage().maxRSS * 1024) / 1_000_000
console.log(JSON.stringify({ value, cpu: (user + system) / 1000, memory }))
