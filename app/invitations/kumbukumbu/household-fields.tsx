import { Trans } from '@lingui/react/macro'
import { moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { Field } from '#app/ui/field.tsx'
import { Input, TextArea } from '#app/ui/input.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { firstDay, type Household, householdNameMax, lastDay, whatMax, wordsMax } from './kumbukumbu.ts'

type HouseholdFieldsProps = {
  first: Partial<Household>
  /** The known gifts of their guest, in cents. */
  known?: number | null
  answer: Answer | undefined
}

/** The fields of a household: its members, and how they helped the owner of the book. */
export function HouseholdFields({ first, known, answer }: HouseholdFieldsProps) {
  const { people, gave } = first
  return (
    <>
      <Field label={<Trans>Name</Trans>} name="name" answer={answer} required>
        <Input defaultValue={first.name ?? ''} maxLength={householdNameMax} autoComplete="off" />
      </Field>
      <Field label={<Trans>Phone number</Trans>} name="phone" answer={answer} optional>
        <Input defaultValue={first.phone ?? ''} inputMode="tel" autoComplete="off" />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={<Trans>Occasion</Trans>} name="what" answer={answer} optional>
          <Input defaultValue={first.what ?? ''} maxLength={whatMax} autoComplete="off" />
        </Field>
        <Field label={<Trans>Day</Trans>} name="day" answer={answer} optional>
          <Input type="date" defaultValue={first.day ?? ''} min={firstDay} max={lastDay} />
        </Field>
        <Field label={<Trans>People who came</Trans>} name="people" answer={answer} optional>
          <Input defaultValue={people ?? ''} inputMode="numeric" autoComplete="off" />
        </Field>
        <MoneyField
          label={<Trans>What they gave</Trans>}
          name="gave"
          answer={answer}
          defaultValue={typeof gave === 'number' ? gave / 100 : ''}
          optional
          hint={known ? <Known sum={moneyText(known)} /> : undefined}
        />
      </div>
      <WordsField first={first.words} answer={answer} />
    </>
  )
}

/** The field for the owner's words about a household. */
export const WordsField = ({ first = '', answer }: { first?: string; answer: Answer | undefined }) => (
  <Field
    label={<Trans>Your words</Trans>}
    name="words"
    answer={answer}
    optional
    hint={<Trans>Such as what they brought, or how they helped.</Trans>}
  >
    <TextArea rows={3} maxLength={wordsMax} defaultValue={first} />
  </Field>
)

const Known = ({ sum }: { sum: string }) => <Trans>{sum} is known from their gifts. Leave it empty to show that.</Trans>
