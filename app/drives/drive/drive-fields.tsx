import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import {
  type Category,
  categories,
  categoryName,
  countWords,
  type OwnCategory,
  type ShownCategory,
  sloganMax,
  sloganWords,
} from './drive.ts'
import { driveTexts } from './drive-texts.ts'

type SloganFieldProps = { answer?: Answer; defaultValue?: string }

/** Takes at most ten words, counted while they are typed. */
export function SloganField({ answer, defaultValue }: SloganFieldProps) {
  const { t, i18n } = useLingui()
  // The default slogan in the reader's language; what is left empty is stored in English.
  const beginning = defaultValue ?? t`unity is power`
  const [text, setText] = useState(answer?.typed?.slogan ?? beginning)
  const words = countWords(text)
  const over = words > sloganWords
  return (
    <Field
      name="slogan"
      label={<Trans>Campaign Slogan</Trans>}
      answer={answer}
      error={over ? i18n._(driveTexts.sloganWords) : undefined}
      aside={
        <span className={`needs-script figures text-sm ${over ? 'font-semibold text-stop' : 'text-muted'}`}>
          <Trans>
            {words} of {sloganWords} words
          </Trans>
        </span>
      }
      hint={
        <Plural
          value={sloganWords}
          one="At most # word. Leave blank to use “unity is power”."
          other="At most # words. Leave blank to use “unity is power”."
        />
      }
    >
      <Input
        defaultValue={beginning}
        placeholder={t`unity is power`}
        maxLength={sloganMax}
        autoComplete="off"
        onInput={(event) => setText(event.currentTarget.value)}
        aria-invalid={over || undefined}
      />
    </Field>
  )
}

/** Comes first to the eye and last to the keyboard: nobody throws away by Enter what they came back for. */
export function KeptFields({ onThrowAway }: { onThrowAway: () => void }) {
  return (
    <Notice
      className="order-first"
      title={<Trans>We kept what you typed.</Trans>}
      action={
        <Button type="button" variant="secondary" size="small" onClick={onThrowAway}>
          <Trans>Start over</Trans>
        </Button>
      }
    />
  )
}

/** The options of a list of categories: the ten, then those of the operator. */
export function CategoryOptions({ own }: { own: OwnCategory[] }) {
  const { i18n } = useLingui()
  const all: ShownCategory[] = [...(Object.keys(categories) as Category[]), ...own]
  return all.map((one) => (
    <option key={categoryValue(one)} value={categoryValue(one)}>
      {categoryName(one, i18n)}
    </option>
  ))
}

/** The category as a form sends it. */
export const categoryValue = (category: ShownCategory): string =>
  typeof category === 'string' ? category : `own-${category.id}`
