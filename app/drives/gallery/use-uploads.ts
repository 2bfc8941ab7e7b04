import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { faultOf } from '#app/kit/uploads.ts'
import { toast } from '#app/ui/toast.tsx'
import { sendWithProgress, smallerPhoto } from '#app/ui/use-upload.ts'
import { galleryTexts } from './gallery-says.ts'
import type { Move } from './order.ts'

/** A file on its way, with an address under which this page, and no other, sees it. */
export type Upload = {
  key: string
  /** A key sent along, so that trying again adds the picture once. */
  once: string | undefined
  file: File
  address: string
  stage: 'waiting' | 'sending' | 'failed' | 'done'
  /** How much of it has been sent, from 0 to 1. */
  sent: number
  /** Why it failed, and whether it is worth trying again. */
  words?: string
  again?: boolean
  /** The picture that it became. */
  id?: string
}

const atOnce = 2
let made = 0

type Wishes = {
  action: string
  /** Ids of the pictures that are there. */
  there: string[]
  room: number
  /** Puts a picture that came late before one that was chosen after it. */
  onMove: (move: Move) => void
}

/** Sends files in the order they were chosen, two at a time, each with its own progress and its own words. */
export function useUploads({ action, there, room, onMove }: Wishes) {
  const { i18n, t } = useLingui()
  const { revalidate } = useRevalidator()
  const [uploads, setUploads] = useState<Upload[]>([])
  const chosen = useRef<{ key: string; id?: string }[]>([])
  const change = (key: string, to: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)))

  const read = (answer: Answer | undefined): Partial<Upload> => {
    if (!answer) return { stage: 'failed', words: t`The upload was interrupted. Please try again.`, again: true }
    if (answer.ok) return { stage: 'done', sent: 1, id: String(answer.gave?.id) }
    const words = answer.errors?.image ?? [answer.says?.title, answer.says?.text].filter(Boolean).join(' ')
    return { stage: 'failed', words, again: !answer.errors?.image }
  }
  const send = async ({ key, once, file }: Upload) => {
    const fields = new FormData()
    fields.set('image', file)
    if (once) fields.set('key', once)
    const answer = await sendWithProgress(action, fields, (sent) => change(key, { sent }))
    const known = read(answer)
    ended(known)
    change(key, known)
    if (known.id) keepOrder(key, known.id)
    // The picture may have arrived all the same, or the session may be over; loading again finds out.
    void revalidate()
  }
  const keepOrder = (key: string, id: string) => {
    const at = chosen.current.findIndex((one) => one.key === key)
    chosen.current[at] = { key, id }
    const before = chosen.current.slice(at + 1).find((one) => one.id)?.id
    if (before) onMove({ id, before })
  }
  useEffect(() => {
    const free = atOnce - uploads.filter(({ stage }) => stage === 'sending').length
    const next = uploads.filter(({ stage }) => stage === 'waiting').slice(0, Math.max(0, free))
    for (const one of next) {
      change(one.key, { stage: 'sending', sent: 0 })
      void send(one)
    }
  })
  const ended = useSayHowItWent(uploads)
  useEffect(() => {
    // An upload that has arrived stays here until the list shows it.
    const isThere = ({ id }: Upload) => id !== undefined && there.includes(id)
    if (uploads.some(isThere)) setUploads((all) => all.filter((one) => !isThere(one)))
  }, [uploads, there])

  const add = async (chosenFiles: File[]) => {
    const files: File[] = []
    // One after the other: a phone has no room for many decoded photos.
    for (const file of chosenFiles) files.push(await smallerPhoto(file))
    const onTheirWay = uploads.filter(({ stage }) => stage === 'waiting' || stage === 'sending').length
    let left = room - onTheirWay
    const fresh = files.map((file): Upload => {
      const fault = faultOf(file) ?? (left > 0 ? undefined : galleryTexts.image.full)
      if (!fault) left--
      const base = {
        key: String(++made),
        once: isSecureContext ? crypto.randomUUID() : undefined,
        file,
        address: URL.createObjectURL(file),
        sent: 0,
      }
      return fault ? { ...base, stage: 'failed', words: i18n._(fault) } : { ...base, stage: 'waiting' }
    })
    for (const one of fresh) ended(one)
    chosen.current.push(...fresh.map(({ key }) => ({ key })))
    setUploads((all) => [...all, ...fresh])
  }
  const drop = (key: string) => setUploads((all) => all.filter((one) => one.key !== key))
  const again = (key: string) => change(key, { stage: 'waiting', words: undefined, again: false })
  useAddresses(uploads)
  return { uploads, add, drop, again }
}

/** Says in one toast how a batch went, when the last of it has come to its end. Returns what counts each end. */
function useSayHowItWent(uploads: Upload[]) {
  const { i18n } = useLingui()
  const ends = useRef<Partial<Upload>[]>([])
  useEffect(() => {
    if (uploads.some(({ stage }) => stage === 'waiting' || stage === 'sending')) return
    const [count, failed] = [
      ends.current.filter(({ stage }) => stage === 'done').length,
      ends.current.some(({ stage }) => stage === 'failed'),
    ]
    ends.current = []
    if (count > 0) {
      const text = i18n._(msg`${plural(count, { one: '# image', other: '# images' })} added to the gallery`)
      toast({ title: i18n._(galleryTexts.image.added.title), tone: 'good', ...(count > 1 ? { text } : {}) })
    }
    // The reason is shown at the picture, for as long as it is there.
    if (failed) toast({ title: i18n._(galleryTexts.image.notAdded.title), tone: 'bad' })
  }, [uploads, i18n])
  return (end: Partial<Upload>) => {
    if (end.stage === 'done' || end.stage === 'failed') ends.current.push(end)
  }
}

/** Gives the addresses of files back when they are no longer shown. */
function useAddresses(uploads: Upload[]) {
  const known = useRef(new Map<string, string>())
  useEffect(() => {
    const keys = new Set(uploads.map(({ key }) => key))
    for (const { key, address } of uploads) known.current.set(key, address)
    for (const [key, address] of known.current)
      if (!keys.has(key)) {
        URL.revokeObjectURL(address)
        known.current.delete(key)
      }
  }, [uploads])
  useEffect(() => {
    const all = known.current
    return () => {
      for (const address of all.values()) URL.revokeObjectURL(address)
    }
  }, [])
}
