import type { Editor } from '@tiptap/core'
import { type RefObject, useRef, useState } from 'react'

/** Keeps a picture, a file or an address elsewhere, and gives its address, or undefined when that failed, which was said by then. */
export type SendPicture = (from: File | string, progress: (part: number) => void) => Promise<string | undefined>

type Arrival = { key: number; name: string; part: number }

/** Pictures that were dropped or pasted: each is sent, one after the other, and is in the text when it has arrived. */
export function useArrivals(editor: RefObject<Editor | null>, send: SendPicture) {
  const [underWay, setUnderWay] = useState<Arrival[]>([])
  const queue = useRef(Promise.resolve())
  const count = useRef(0)

  async function arrive(file: File, at: number | undefined) {
    const key = ++count.current
    setUnderWay((all) => [...all, { key, name: file.name, part: 0 }])
    const progress = (part: number) =>
      setUnderWay((all) => all.map((one) => (one.key === key ? { ...one, part } : one)))
    const mine = queue.current.then(() => send(file, progress))
    queue.current = mine.then(() => {})
    const src = await mine
    setUnderWay((all) => all.filter((one) => one.key !== key))
    const { current } = editor
    if (!src || !current || current.isDestroyed) return
    const { doc, selection } = current.state
    const image = { type: 'image', attrs: { src, alt: '' } }
    current.commands.insertContentAt(Math.min(at ?? selection.to, doc.content.size), image)
  }

  /** True when there were pictures among what came, which are then on their way. */
  function take(data: DataTransfer | null, at?: number): boolean {
    // What is copied from an office program comes as text and as a picture of that text: the text is meant.
    if (!data || data.types.includes('text/html')) return false
    const files = [...data.files].filter((file) => file.type.startsWith('image/'))
    for (const file of files) void arrive(file, at)
    return files.length > 0
  }
  return { underWay, take }
}
