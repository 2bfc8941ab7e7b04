import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { faultOf } from '#app/kit/uploads.ts'
import { toast } from '#app/ui/toast.tsx'
import { sendWithProgress } from '#app/ui/use-upload.ts'

/** Sends one picture of a text; what went wrong is said in a toast, and nothing is put into the text. */
export function useSendPicture() {
  const { t, i18n } = useLingui()
  const interrupted = useRef('')
  interrupted.current = t`The upload was interrupted. Please try again.`
  return async (file: File, progress: (part: number) => void): Promise<string | undefined> => {
    const fault = faultOf(file)
    if (fault) return void toast({ title: i18n._(fault), tone: 'bad' })
    const fields = new FormData()
    fields.set('image', file)
    const answer = await sendWithProgress('/dashboard/picture', fields, progress)
    if (answer?.ok && answer.gave) return String(answer.gave.url)
    toast(answer?.says ?? { title: answer?.errors?.image ?? interrupted.current, tone: 'bad' })
    return undefined
  }
}
