import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { imageMax } from '#app/kit/uploads.ts'
import { toast } from './toast.tsx'

/**
 * Sends a form with a file to its form action and reports the progress, which neither fetch nor a plain form can tell. The form
 * action answers in JSON; its words are shown in a toast, and the page reloads.
 */
export function useUpload(action: string, options: { onDone?: (answer: Answer) => void } = {}) {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const [sent, setSent] = useState<number>()
  const [answer, setAnswer] = useState<Answer>()
  const underWay = useRef(false)

  async function send(fields: FormData) {
    if (underWay.current) return
    setAnswer(undefined)
    setSent(0)
    underWay.current = true
    const got = (await sendWithProgress(action, fields, setSent)) ?? {
      ok: false,
      says: { title: t`The upload was interrupted. Please try again.`, tone: 'bad' as const },
    }
    underWay.current = false
    setSent(undefined)
    setAnswer(got)
    if (got.says) toast(got.says)
    if (got.ok) options.onDone?.(got)
    // An unreadable answer may mean that the session is over; reloading finds out.
    await revalidate()
  }
  return { send, busy: sent !== undefined, sent: sent ?? 0, answer, forget: () => setAnswer(undefined) }
}

/** Returns the form action's answer; undefined when none came, or none that can be read. */
export function sendWithProgress(action: string, fields: FormData, progress: (part: number) => void) {
  return new Promise<Answer | undefined>((resolve) => {
    const request = new XMLHttpRequest()
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(read(request))
    request.onerror = request.onabort = request.ontimeout = () => resolve(undefined)
    request.open('POST', action)
    request.setRequestHeader('accept', 'application/json')
    request.timeout = 120_000
    request.send(fields)
  })
}

function read(request: XMLHttpRequest): Answer | undefined {
  if (!request.getResponseHeader('content-type')?.startsWith('application/json')) return undefined
  try {
    return JSON.parse(request.responseText) as Answer
  } catch {
    return undefined
  }
}

const longestSide = 2048

/**
 * Shrinks a photo that is too large to send: phones take pictures of 8 MB and more. Small photos, other files and formats that this
 * browser does not know stay as they are; then the form refuses a large one.
 */
export async function smallerPhoto(file: File): Promise<File> {
  if (!file.type.startsWith('image/') || file.size <= imageMax) return file
  try {
    const photo = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, longestSide / Math.max(photo.width, photo.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(photo.width * scale))
    canvas.height = Math.max(1, Math.round(photo.height * scale))
    const draw = canvas.getContext('2d')
    if (!draw) return file
    // A JPEG knows no transparency: empty parts become white and not black.
    draw.fillStyle = '#fff'
    draw.fillRect(0, 0, canvas.width, canvas.height)
    draw.drawImage(photo, 0, 0, canvas.width, canvas.height)
    photo.close()
    const smaller = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85))
    return smaller && smaller.size < file.size
      ? new File([smaller], file.name.replace(/(\.\w+)?$/, '.jpg'), { type: 'image/jpeg' })
      : file
  } catch {
    return file
  }
}
