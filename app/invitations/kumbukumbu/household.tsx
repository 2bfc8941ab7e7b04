import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { AddressDialog } from '#app/ui/dialog.tsx'
import { Field, Input, TextArea } from '#app/ui/field.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction, useFormKey } from '#app/ui/use-form-action.tsx'
import type { HouseholdSeen } from './book.server.ts'
import { firstDay, type Household, householdNameMax, lastDay, whatMax, wordsMax } from './kumbukumbu.ts'

// The forms of the book. Each has an address of its own, so that it works without a script, too.

const bookPath = '/kumbukumbu'

type AddHouseholdProps = { formKey: string; first: Answer | undefined }

export function AddHousehold({ formKey, first }: AddHouseholdProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  const key = useFormKey(formKey, answer)
  return (
    <BookDialog title={<Trans>Add a household</Trans>} text={<Trans>Nobody is told of it.</Trans>}>
      <Form method="post" action={`${bookPath}/add`} noValidate className="grid gap-5">
        <Refused answer={answer} />
        <input type="hidden" name="key" value={key} />
        <HouseholdFields first={{}} answer={answer} />
        <div className="grid sm:justify-items-end">
          <Button busy={busy} busyText={t`Saving...`}>
            <Trans>Add household</Trans>
          </Button>
        </div>
      </Form>
    </BookDialog>
  )
}

type SaveHouseholdProps = { household: HouseholdSeen; first: Answer | undefined }

export function SaveHousehold({ household, first }: SaveHouseholdProps) {
  const { t } = useLingui()
  // A save in another window reloads this page: the form keeps the version that it shows.
  const [version] = useState(first?.typed?.version ?? household.version)
  const { Form, busy, answer = first } = useFormAction()
  return (
    <BookDialog title={<Trans>Change a household</Trans>} text={<Trans>Only you read this.</Trans>}>
      <Form method="post" action={`${bookPath}/${household.id}/save`} noValidate className="grid gap-5">
        <Refused answer={answer} />
        <input type="hidden" name="version" value={version} />
        <HouseholdFields first={household} known={household.known} answer={answer} />
        <div className="grid sm:justify-items-end">
          <Button busy={busy} busyText={t`Saving...`}>
            <Trans>Save household</Trans>
          </Button>
        </div>
      </Form>
      <RemoveHousehold id={household.id} />
    </BookDialog>
  )
}

function RemoveHousehold({ id }: { id: string }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={`${bookPath}/${id}/remove`} className="mt-5 grid gap-2 border-line border-t pt-5">
      <Refused answer={answer} />
      <Button variant="secondary" busy={busy} busyText={t`Removing...`} className="text-stop sm:justify-self-start">
        <Trans>Remove from the book</Trans>
      </Button>
    </Form>
  )
}

function BookDialog({ title, text, children }: { title: ReactNode; text: ReactNode; children: ReactNode }) {
  return (
    <AddressDialog closeTo={bookPath} title={title} text={text}>
      {children}
    </AddressDialog>
  )
}

type HouseholdFieldsProps = {
  first: Partial<Household>
  /** The known gifts of their guest, in cents. */
  known?: number | null
  answer: Answer | undefined
}

/** The fields of a household: its members, and how they helped the owner of the book. */
function HouseholdFields({ first, known, answer }: HouseholdFieldsProps) {
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
const WordsField = ({ first = '', answer }: { first?: string; answer: Answer | undefined }) => (
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

type RememberGuestProps = {
  /** The address of the guest's page. */
  base: string
  /** The household in the book; null if it is not there yet. */
  id: string | null
}

/** The card on a guest's page that takes their household into the book of the host who reads it. */
export function RememberGuest({ base, id }: RememberGuestProps) {
  return (
    <Card title={<Trans>Kumbukumbu</Trans>} level={3}>
      {id ? (
        <p className="flex flex-wrap items-center gap-x-3">
          <Trans>This household is in your book.</Trans>{' '}
          <Link to={`/kumbukumbu/${id}/save`} className="inline-flex min-h-11 items-center text-link">
            <Trans>Read or change it</Trans>
          </Link>
        </p>
      ) : (
        <RememberForm base={base} />
      )}
    </Card>
  )
}

function RememberForm({ base }: { base: string }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={`${base}/remember`} noValidate className="grid gap-4">
      <Refused answer={answer} />
      <p className="max-w-[60ch] text-muted">
        <Trans>
          Your own book keeps their name and number, the day, and how many came, and shows what they gave. Anonymous
          gifts are not in it. Their page says that they are in your book, and they can have it removed.
        </Trans>
      </p>
      <WordsField answer={answer} />
      <Button variant="secondary" busy={busy} busyText={t`Saving...`} className="justify-self-start">
        <Trans>Remember this household</Trans>
      </Button>
    </Form>
  )
}
