import { randomUUID } from 'node:crypto'

/** The longest wait for an answer, in milliseconds. */
const longest = 400
/** The pause after a missing answer, in milliseconds. */
const rest = 3000

/**
 * Notifies itself through the database, on the connection for live updates. Notifications arrive in the order of their
 * commits: when its own arrives, all those committed before it have arrived.
 */
export class Echo {
  /** By the clock of this process: all notifications up to then have arrived. */
  at = Number.NEGATIVE_INFINITY
  private topic = newTopic()
  private heard: () => void = () => {}
  private asking: Promise<void> | undefined
  private quietUntil = 0
  private readonly say: (topic: string) => Promise<unknown>

  constructor(say: (topic: string) => Promise<unknown>) {
    this.say = say
  }

  /** Receives a notification. */
  said(topic: string): void {
    if (topic === this.topic) this.heard()
  }

  /** Asks once for all who wait. Ends with or without an answer: `at` says what is known. */
  ask(): Promise<void> {
    this.asking ??= this.asked().finally(() => {
      this.asking = undefined
    })
    return this.asking
  }

  private async asked(): Promise<void> {
    const began = performance.now()
    if (began < this.quietUntil) return
    const came = new Promise<boolean>((resolve) => {
      this.heard = () => resolve(true)
      setTimeout(() => resolve(false), longest).unref()
    })
    const isSaid = this.say(this.topic).then(
      () => true,
      () => false,
    )
    if ((await isSaid) && (await came)) {
      this.at = began
      return
    }
    // A new topic, so that a late answer is not taken for the next one.
    this.topic = newTopic()
    this.quietUntil = performance.now() + rest
  }
}

const newTopic = () => `echo:${randomUUID()}`
