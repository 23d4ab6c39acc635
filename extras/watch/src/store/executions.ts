import type { Hex } from "viem"
import { numberToHex } from "viem/utils"

import type { Alert } from "../alerts/Alert.js"
import type { MessageDetails } from "../ChainFacts.js"
import { keysIn, listsOf } from "./statements.js"
import { type Row, type Value, type WatchDatabase, WatchStoreUnusableError } from "./WatchDatabase.js"
import type { DeliveryPath, Execution, KnownMessage, WatchStore } from "./WatchStore.js"
import { exactJson } from "#src/primitives/text.js"

type Executions = Pick<
  WatchStore,
  | "pathsToJudge"
  | "toJudge"
  | "toLookAt"
  | "setOutcome"
  | "held"
  | "notLookedAt"
  | "judge"
  | "wrong"
  | "unjudged"
  | "unmatched"
>

/** What came of executions: of holding them against what was sent, and of what the contracts did in them. */
export function executionsIn({ all, whole }: Pick<WatchDatabase, "all" | "whole">): Executions {
  /** With the messages that they deliver. Only the chain that a message goes to can deliver it. */
  const executions = async (rows: readonly Row[]): Promise<Execution[]> => {
    const lists = listsOf(new Set(rows.map(({ key }) => String(key))))
    const executed = `SELECT key, chain, block, log FROM marks WHERE key ${keysIn} AND kind || '' = 'executed'`
    const [messages, others] = await Promise.all([
      Promise.all(lists.map((list) => all(`SELECT * FROM messages WHERE id ${keysIn}`, ...list))),
      Promise.all(lists.map((list) => all(executed, ...list))),
    ])
    const byId = new Map(messages.flat().map((row) => [row["id"], row]))
    const byKey = Map.groupBy(others.flat(), ({ key }) => key)
    return rows.map((row) => {
      const execution = row as unknown as Execution
      const { key, chain, block, log } = execution
      const message = byId.get(key)
      const isRepeated = byKey.get(key)?.some((other) => {
        const isEarlier = Number(other["block"]) - block || Number(other["log"]) - log
        return other["chain"] === chain && isEarlier < 0
      })
      return {
        ...execution,
        message: message?.["dst"] === chain ? toMessage(message) : undefined,
        isRepeated: isRepeated === true,
      }
    })
  }

  return {
    pathsToJudge: async (now) => paths(await all(`SELECT DISTINCT ${path} FROM marks WHERE again <= ?`, now)),
    toJudge: async ({ chain, src }, now) => {
      const due = `chain = ? AND ${source} = ? AND again <= ? ORDER BY again, block, log LIMIT 100`
      return await executions(await all(`SELECT * FROM marks WHERE ${due}`, chain, numberToHex(src, { size: 4 }), now))
    },
    toLookAt: async (chain, now, limit) => {
      const due = "chain = ? AND look <= ? ORDER BY look, block, log LIMIT ?"
      return await executions(await all(`SELECT * FROM marks WHERE ${due}`, chain, now, limit))
    },
    setOutcome: async ({ chain, block, log }, outcome, again) => {
      const [column, value] =
        outcome === unwatched || "unread" in outcome
          ? ["unknown", outcome === unwatched ? unwatched : outcome.unread]
          : ["held", textOf(outcome.held)]
      await whole(({ run }) =>
        run(`UPDATE marks SET ${column} = ?, look = ? WHERE ${place}`, value, again ?? null, chain, block, log),
      )
    },
    held: async () => {
      const rows = await all("SELECT held FROM marks WHERE held IS NOT NULL ORDER BY seen, chain, block, log")
      const alerts = rows.map(({ held }) => parse(held) as object)
      return new Map(alerts.flatMap((each) => Object.entries(each) as [string, Alert][]))
    },
    notLookedAt: async (seenBy) => {
      const waiting = "look IS NOT NULL AND held IS NULL AND seen <= ?"
      const counted = `${path}, COUNT(*) AS count, MAX(unknown) AS why`
      return paths(await all(`SELECT ${counted} FROM marks WHERE ${waiting} GROUP BY 1, 2`, seenBy)) as never
    },
    judge: async ({ chain, block, log }, verdict, again) => {
      const values = [typeof verdict === "string" ? verdict : exactJson(verdict), again ?? null]
      await whole(({ run }) =>
        run(`UPDATE marks SET verdict = ?, again = ? WHERE ${place}`, ...values, chain, block, log),
      )
    },
    wrong: async (seenBy) => {
      const rows = await all(
        `SELECT * FROM marks WHERE kind = 'executed' AND verdict NOT IN ('fine', 'unwatched')
         AND (again IS NULL OR seen <= ?) ORDER BY seen, block, log`,
        seenBy,
      )
      return rows.map(({ verdict, ...mark }) => ({ ...mark, verdict: parse(verdict) }) as never)
    },
    unjudged: async (seenBy) => {
      const waiting = "again IS NOT NULL AND verdict IS NULL AND seen <= ?"
      return paths(
        await all(`SELECT ${path}, COUNT(*) AS count FROM marks WHERE ${waiting} GROUP BY 1, 2`, seenBy),
      ) as never
    },
    unmatched: async () => {
      const unknown = "again IS NOT NULL AND NOT EXISTS (SELECT 1 FROM messages WHERE id = marks.key AND isThere = 1)"
      return paths(await all(`SELECT DISTINCT ${path} FROM marks WHERE ${unknown}`))
    },
  }
}

/** @throws {WatchStoreUnusableError} somebody else has written it */
export function parse(text: Value | undefined): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    throw new WatchStoreUnusableError({ reason: `a row is not as a watch writes it: ${String(text)}` })
  }
}

export const toMessage = ({ details: text, fee, isThere, ...row }: Row): KnownMessage => {
  const { executionFee, minMsgGasLimit, ...details } = parse(text) as Record<keyof MessageDetails, Hex>
  const amounts = { executionFee: BigInt(executionFee), minMsgGasLimit: BigInt(minMsgGasLimit) }
  return {
    ...row,
    details: { ...details, ...amounts },
    fee: BigInt(String(fee)),
    isThere: isThere === 1,
  } as KnownMessage
}

/** What is written of an execution that concerns no watched plug as far as is known. */
export const unwatched = "unwatched"

/** Nothing where nothing is held. */
function textOf(held: Readonly<Record<string, Alert>>): string | null {
  return Object.keys(held).length === 0 ? null : exactJson(held)
}

/** Where a message comes from is what its id begins with. */
const source = "substr(key, 1, 10)"
const path = `chain, ${source} AS src`
const place = "chain = ? AND block = ? AND log = ?"

function paths(rows: readonly Row[]): DeliveryPath[] {
  return rows.map(({ src, ...row }) => ({ ...row, src: Number(src) }) as unknown as DeliveryPath)
}
