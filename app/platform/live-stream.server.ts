/** One open page at the other end of a stream. */
export type Listener = {
  /** Sends, or keeps the newest message of each topic until there is room again. */
  send(topic: string, bytes: Uint8Array): void
  beat(): void
  end(): void
}

const encoder = new TextEncoder()
const hello = encoder.encode('retry: 5000\nevent: beat\ndata: {}\n\n')
/** An event and no comment: a page can hear it, and give up a line that fell silent. */
const heartbeat = encoder.encode('event: beat\ndata: {}\n\n')
/** So many messages may be on their way to a slow listener. */
const room = 8

export const changed = (topic: string, more: Record<string, unknown> = {}): Uint8Array =>
  encoder.encode(`event: changed\ndata: ${JSON.stringify({ topic, ...more })}\n\n`)

/** The stream of one listener. A slow one holds one message a topic, the newest, and no queue. */
export function streamOf(left: () => void): { stream: ReadableStream<Uint8Array>; listener: Listener } {
  let controller!: ReadableStreamDefaultController<Uint8Array>
  let open = true
  const kept = new Map<string, Uint8Array>()
  const hasRoom = () => open && (controller.desiredSize ?? 0) > 0
  const close = () => {
    open = false
    left()
  }
  const flush = () => {
    for (const [topic, text] of kept) {
      if (!hasRoom()) return
      kept.delete(topic)
      controller.enqueue(text)
    }
  }
  const start = (its: ReadableStreamDefaultController<Uint8Array>) => {
    controller = its
    controller.enqueue(hello)
  }
  const stream = new ReadableStream({ start, pull: flush, cancel: close }, { highWaterMark: room })
  const listener: Listener = {
    send(topic, text) {
      if (!open) return
      kept.delete(topic)
      kept.set(topic, text)
      flush()
    },
    beat() {
      if (hasRoom()) controller.enqueue(heartbeat)
    },
    end() {
      if (!open) return
      close()
      controller.close()
    },
  }
  return { stream, listener }
}
