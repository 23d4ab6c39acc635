import type { OpenWorld } from "../OpenWorld.js"
import type { WorldTime } from "./WorldTime.js"

export function createTime(opened: () => OpenWorld): WorldTime {
  const now = () => Math.floor(opened().clock.now() / 1_000)

  async function increase(seconds: number): Promise<void> {
    const { devnet, clock, relay, gateway } = opened()
    const chains = [...Object.values(devnet.chains), ...(gateway === undefined ? [] : [gateway.chain])]
    clock.advance(seconds * 1_000)
    await Promise.all(
      chains.map(async ({ testClient }) => {
        await testClient.increaseTime({ seconds })
        await testClient.mine({ blocks: 1 })
      }),
    )
    relay.wake()
  }

  return {
    now,
    increase,
    async setTo(seconds) {
      await increase(seconds - now())
    },
    async freeze() {
      opened().clock.freeze()
      await Promise.resolve()
    },
    async unfreeze() {
      opened().clock.unfreeze()
      await Promise.resolve()
    },
  }
}
