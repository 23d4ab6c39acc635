import type { SQLInputValue, SQLOutputValue } from "node:sqlite"

import type { Hex } from "viem"
import { numberToHex } from "viem/utils"

import type { Alert } from "../alerts/Alert.js"
import type { MessageDetails } from "../ChainFacts.js"
import type { DeliveryPath, Execution, KnownMessage, WatchStore } from "./WatchStore.js"
import { exactJson } from "#src/primitives/text.js"

export type Row = Record<string, SQLOutputValue>

type Statements = {
  readonly all: (sql: string, ...values: SQLInputValue[]) => Row[]
  readonly run: (sql: string, ...values: SQLInputValue[]) => void
  /** Runs statements as one. */
  readonly whole: <T>(work: () => T) => T
}

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
export function executionsIn({ all, run, whole }: Statements): Executions {
  const toExecution = (row: Row): Execution => {
    const { chain = null, block = null, log = null, key = null } = row
    const [message] = all("SELECT * FROM messages WHERE id = ? AND dst = ?", key, chain)
    const before = "kind = 'executed' AND key = ? AND chain = ? AND (block < ? OR (block = ? AND log < ?))"
    const isRepeated = all(`SELECT 1 FROM marks WHERE ${before} LIMIT 1`, key, chain, block, block, log).length > 0
    return { ...(row as unknown as Execution), message: message && toMessage(message), isRepeated }
  }

  return {
    pathsToJudge: (now) => paths(all(`SELECT DISTINCT ${path} FROM marks WHERE again <= ?`, now)),
    toJudge: ({ chain, src }, now) => {
      const due = `chain = ? AND ${source} = ? AND again <= ? ORDER BY again, block, log LIMIT 100`
      return all(`SELECT * FROM marks WHERE ${due}`, chain, numberToHex(src, { size: 4 }), now).map(toExecution)
    },
    toLookAt: (chain, now, limit) => {
      const due = "chain = ? AND look <= ? ORDER BY look, block, log LIMIT ?"
      return all(`SELECT * FROM marks WHERE ${due}`, chain, now, limit).map(toExecution)
    },
    setOutcome: ({ chain, block, log }, outcome, again) => {
      const [column, value] =
        outcome === unwatched || "unread" in outcome
          ? ["unknown", outcome === unwatched ? unwatched : outcome.unread]
          : ["held", textOf(outcome.held)]
      whole(() => {
        run(`UPDATE marks SET ${column} = ?, look = ? WHERE ${place}`, value, again ?? null, chain, block, log)
      })
    },
    held: () => {
      const alerts = all("SELECT held FROM marks WHERE held IS NOT NULL").map(({ held }) => parse(held) as object)
      return new Map(alerts.flatMap((each) => Object.entries(each) as [string, Alert][]))
    },
    notLookedAt: (seenBy) => {
      const waiting = "look IS NOT NULL AND held IS NULL AND seen <= ?"
      const counted = `${path}, COUNT(*) AS count, MAX(unknown) AS why`
      return paths(all(`SELECT ${counted} FROM marks WHERE ${waiting} GROUP BY 1, 2`, seenBy)) as never
    },
    judge: ({ chain, block, log }, verdict, again) => {
      const values = [typeof verdict === "string" ? verdict : exactJson(verdict), again ?? null]
      whole(() => {
        run(`UPDATE marks SET verdict = ?, again = ? WHERE ${place}`, ...values, chain, block, log)
      })
    },
    wrong: (seenBy) =>
      all(
        `SELECT * FROM marks WHERE kind = 'executed' AND verdict NOT IN ('fine', 'unwatched')
         AND (again IS NULL OR seen <= ?) ORDER BY seen, block, log`,
        seenBy,
      ).map(({ verdict, ...mark }) => ({ ...mark, verdict: parse(verdict) }) as never),
    unjudged: (seenBy) => {
      const waiting = "again IS NOT NULL AND verdict IS NULL AND seen <= ?"
      return paths(all(`SELECT ${path}, COUNT(*) AS count FROM marks WHERE ${waiting} GROUP BY 1, 2`, seenBy)) as never
    },
    unmatched: () => {
      const unknown = "again IS NOT NULL AND key NOT IN (SELECT id FROM messages WHERE isThere = 1)"
      return paths(all(`SELECT DISTINCT ${path} FROM marks WHERE ${unknown}`))
    },
  }
}

export const parse = (text: SQLOutputValue | undefined): unknown => JSON.parse(String(text))

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
