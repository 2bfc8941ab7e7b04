import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { faultOf } from '#app/kit/uploads.ts'
import { smallerPhoto } from '#app/ui/smaller-photo.ts'
import { toast } from '#app/ui/toast.tsx'
import { sendWithProgress } from '#app/ui/use-upload.ts'

/** Sends one picture of a text, or the address of one elsewhere; what went wrong is said in a toast, and nothing is put into the text. */
export function useSendPicture() {
  const { t, i18n } = useLingui()
  const interrupted = useRef('')
  interrupted.current = t`The upload was interrupted. Please try again.`
  return async (from: File | string, progress: (part: number) => void): Promise<string | undefined> => {
    const file = typeof from === 'string' ? undefined : await smallerPhoto(from)
    const fault = file && faultOf(file)
    if (fault) return void toast({ title: i18n._(fault), tone: 'bad' })
    const fields = new FormData()
    if (file) fields.set('image', file)
    else fields.set('address', String(from))
    const answer = await sendWithProgress('/dashboard/picture', fields, progress)
    if (answer?.ok && answer.gave) return String(answer.gave.url)
    const words = answer?.errors?.image ?? answer?.errors?.address
    toast(answer?.says ?? { title: words ?? interrupted.current, tone: 'bad' })
    return undefined
  }
}
