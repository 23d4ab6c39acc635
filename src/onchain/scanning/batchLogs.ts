import { type Client, createClient, custom } from "viem"

import { inGroups } from "./batchCalls.js"
import type { Question } from "#src/http/parsing/nodeAnswers.js"
import { isRecord } from "#src/primitives/isRecord.js"

type Filter = { readonly topics: readonly unknown[] }

type Asked = {
  readonly question: Question
  readonly filter: Filter
  /** The last topic that is asked for, such as the id of a packet. */
  readonly topic: string
}

/**
 * Asks with one request for the logs that are asked for at the same time and differ in their last topic alone, as those of several packets
 * do. Where a node refuses them together, or answers with another log, each is asked for alone.
 *
 * @param client one without actions of its own, which would go past this
 */
export function batchLogs(client: Client): Client {
  const ask = async (question: Question): Promise<unknown> => await client.request(question as never)
  const askTogether = async (group: readonly Asked[]): Promise<readonly unknown[] | undefined> => {
    const [{ question, filter }] = group as readonly [Asked]
    const topics = new Set(group.map(({ topic }) => topic.toLowerCase()))
    const logs = await ask({ ...question, params: [withLast(filter, [...topics])] }).catch(() => undefined)
    const isAsked = (log: unknown): boolean => topics.has(topicOf(log, filter) ?? "")
    return Array.isArray(logs) && logs.every(isAsked) ? logs : undefined
  }
  const answer = inGroups<Asked>(
    ({ filter }) => JSON.stringify(withLast(filter, "any")),
    (group) => {
      const together = group.length === 1 ? undefined : askTogether(group)
      return async ({ question, filter, topic }) => {
        const logs = await together
        return logs?.filter((log) => topicOf(log, filter) === topic.toLowerCase()) ?? (await ask(question))
      }
    },
  )
  const request = async (question: Question): Promise<unknown> => {
    const filter = readFilter(question)
    const topic = filter?.topics.at(-1)
    if (filter === undefined || typeof topic !== "string") return await ask(question)
    return await answer({ question, filter, topic })
  }
  const { chain, pollingInterval } = client
  return createClient({ chain, pollingInterval, ccipRead: false, transport: custom({ request }, { retryCount: 0 }) })
}

function readFilter({ method, params }: Question): Filter | undefined {
  if (method !== "eth_getLogs" || !Array.isArray(params)) return undefined
  const [filter] = params as readonly unknown[]
  return isRecord(filter) && Array.isArray(filter["topics"]) ? (filter as Filter) : undefined
}

function withLast(filter: Filter, last: unknown): Filter {
  return { ...filter, topics: filter.topics.with(-1, last) }
}

/** The topic of a log in the last place that a filter asks for. */
function topicOf(log: unknown, { topics }: Filter): string | undefined {
  const own = isRecord(log) ? log["topics"] : undefined
  return Array.isArray(own) ? String(own[topics.length - 1]).toLowerCase() : undefined
}
