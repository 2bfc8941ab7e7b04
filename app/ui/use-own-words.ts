import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import type { Answer } from '#app/kit/says.ts'

type Control = HTMLElement &
  Pick<HTMLInputElement, 'type' | 'validity' | 'validationMessage' | 'title' | 'minLength' | 'form'>

/**
 * What a browser finds wrong with a control, before anything is sent: said at the field and in the page's language.
 * The browser's own bubble speaks the browser's language, stands over the next field, and goes away.
 */
export function useOwnWords(answer?: Answer) {
  const { t } = useLingui()
  const [words, setWords] = useState<string>()
  const [rule, setRule] = useState<string>()
  const [mended, setMended] = useState<Answer>()
  const wordsFor = ({ type, validity, title, minLength, validationMessage, dataset }: Control) => {
    if (validity.valueMissing && type === 'file') return t`Please select an image file`
    if (validity.valueMissing) return dataset.missing ?? t`Please fill in this field.`
    if (validity.typeMismatch) return t`Please enter a valid email address.`
    if (validity.tooShort) return t`Please use at least ${minLength} characters.`
    return title || validationMessage
  }
  const onInvalidCapture = (event: FormEvent) => {
    const control = event.target as Control
    event.preventDefault()
    setWords(wordsFor(control))
    setRule(control.title)
    if (firstInvalid(control.form) === control) control.focus()
  }
  // A rule that is broken is said once: then the hint need not say it, too.
  return {
    words,
    saysRule: words !== undefined && words === rule,
    /** What was answered is about something else than what stands in the field by now. */
    mended: answer !== undefined && mended === answer,
    listeners: {
      onInvalidCapture,
      onInput: () => {
        setWords(undefined)
        setMended(answer)
      },
    },
  }
}

const firstInvalid = (form: HTMLFormElement | null) => form?.querySelector(':invalid:not(fieldset)')
