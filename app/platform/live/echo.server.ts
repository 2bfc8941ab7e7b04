import { randomUUID } from 'node:crypto'

/** An answer that takes longer, in milliseconds, is none. */
const longest = 400
/** After one that did not come it is not asked for again so soon. */
const rest = 3000

/**
 * Says a word to the database and hears it on the line for live updates. What is told is heard in the order in which it was
 * committed, so with this word everything is heard that was told of before it was said.
 */
export class Echo {
  /** By the clock of this process: whatever was told of until then has been heard. */
  at = Number.NEGATIVE_INFINITY
  private topic = newTopic()
  private heard: () => void = () => {}
  private asking: Promise<void> | undefined
  private quietUntil = 0
  private readonly say: (topic: string) => Promise<unknown>

  constructor(say: (topic: string) => Promise<unknown>) {
    this.say = say
  }

  /** What came on the line. */
  said(topic: string): void {
    if (topic === this.topic) this.heard()
  }

  /** Asks once for all who wait. It comes to an end with or without an answer: `at` says what is known. */
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
    // An answer that comes late is not taken for the next one.
    this.topic = newTopic()
    this.quietUntil = performance.now() + rest
  }
}

const newTopic = () => `echo:${randomUUID()}`
