import { useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Language } from '#app/kit/languages.ts'
import type { Answer } from '#app/kit/says.ts'
import { briefDayIn, noonOf } from '#app/kit/time.ts'

type Control = HTMLElement &
  Pick<
    HTMLInputElement,
    'type' | 'validity' | 'validationMessage' | 'title' | 'minLength' | 'min' | 'max' | 'form' | 'value'
  > & {
    labels?: NodeListOf<HTMLLabelElement> | null
    autocomplete?: string
  }

/**
 * Shows the browser's validation errors before anything is sent: at the field and in the page's language. The browser's own bubble
 * speaks the browser's language, covers the next field, and disappears.
 */
export function useOwnWords(answer?: Answer) {
  const wordsFor = useWordsFor()
  const [found, setFound] = useState<{ control: Control; words: string }>()
  const [rule, setRule] = useState<string>()
  const [mended, setMended] = useState<Answer>()
  const box = useRef<HTMLElement>(null)
  const clear = () => {
    setFound(undefined)
    setMended(answer)
  }
  useMending(box, { control: found?.control, answer, clear })
  const onInvalidCapture = (event: FormEvent) => {
    const control = event.target as Control
    event.preventDefault()
    setFound({ control, words: wordsFor(control) })
    setRule(control.title)
    if (firstInvalid(control.form) === control) control.focus()
  }
  const words = found?.words
  // A broken rule is shown once: then the hint need not say it, too.
  return {
    words,
    saysRule: words !== undefined && words === rule,
    /** True if the value has changed since the answer about it. */
    mended: answer !== undefined && mended === answer,
    /** Props for the box around the control. */
    listeners: { ref: box as React.RefObject<never>, onInvalidCapture, onInput: clear },
  }
}

type Mending = { control: Control | undefined; answer: Answer | undefined; clear: () => void }

/** Clears the error when another control changes this one, as an amount that is chosen instead of typed. */
function useMending(box: React.RefObject<HTMLElement | null>, { control, answer, clear }: Mending) {
  const mend = useRef(clear)
  mend.current = clear
  useEffect(() => {
    const own = control ?? box.current?.querySelector<HTMLInputElement>('input, select, textarea')
    if (!own?.form || own.type === 'radio' || !(control || answer?.errors)) return
    const { form, value } = own
    // After the change is rendered.
    const look = () => setTimeout(() => (own.value !== value || (control && own.validity.valid)) && mend.current())
    form.addEventListener('input', look)
    form.addEventListener('change', look)
    return () => {
      form.removeEventListener('input', look)
      form.removeEventListener('change', look)
    }
  }, [box, control, answer])
}

function useWordsFor() {
  const { t, i18n } = useLingui()
  /** Names the missing value. */
  const missing = (control: Control) => {
    const { type, dataset, autocomplete, inputMode, tagName } = control
    if (dataset.missing) return dataset.missing
    if (type === 'file') return t`Please select an image file`
    if (type === 'radio' || tagName === 'SELECT') return t`Choose one`
    if (type === 'checkbox') return t`Tick this box to continue`
    if (type === 'email') return t`Enter your email`
    if (type === 'date') return t`Choose a date`
    if (autocomplete === 'new-password') return t`Choose a password`
    if (autocomplete?.endsWith('password')) return t`Enter your password`
    if (autocomplete === 'one-time-code') return t`Enter the code`
    if (autocomplete === 'username') return t`Choose a username`
    if (autocomplete === 'name') return t`Enter your name`
    if (type === 'tel') return t`Enter your phone number`
    if (inputMode === 'decimal') return t`Enter an amount`
    const label = control.labels?.[0]?.textContent?.trim()
    return label ? t`Fill in “${label}”` : t`Please fill in this field.`
  }
  const day = (text: string) => briefDayIn(i18n.locale as Language, noonOf(text))
  const outside = ({ type, validity, min, max }: Control) => {
    if (type !== 'date') return t`Please enter a number from ${min} to ${max}.`
    return validity.rangeOverflow ? t`Choose a day up to ${day(max)}.` : t`Choose a day from ${day(min)} on.`
  }
  return (control: Control) => {
    const { validity, title, minLength, validationMessage } = control
    // Our own checks, such as those of an amount.
    if (validity.customError) return validationMessage
    if (validity.valueMissing) return missing(control)
    if (validity.typeMismatch) return t`Please enter a valid email address.`
    if (validity.tooShort) return t`Please use at least ${minLength} characters.`
    if (title) return title
    if (validity.badInput && control.type === 'date') return t`Choose a date`
    // Never the words of the browser: they are in its language, and have the dates of another country.
    return validity.rangeOverflow || validity.rangeUnderflow ? outside(control) : t`Please check this field.`
  }
}

const firstInvalid = (form: HTMLFormElement | null) => form?.querySelector(':invalid:not(fieldset)')
