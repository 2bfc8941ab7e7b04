import { Trans, useLingui } from '@lingui/react/macro'
import { adminAction } from '#app/admin/decision.server.ts'
import type { Answer } from '#app/kit/says.ts'
import { dayAt } from '#app/kit/time.ts'
import { db } from '#app/platform/db.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { AddressDialog } from '#app/ui/dialog.tsx'
import { Field, Input, Select, TextArea } from '#app/ui/field.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/new-settlement.ts'
import { SaidLine } from './discrepancy-card.tsx'
import {
  directions,
  directionWords,
  type Place,
  type Settlement,
  settlementPlaceWords,
  settlementTexts,
} from './settlements.ts'
import { bookSettlement, placesNow, settlementForm, waitingSettlement } from './settlements-list.server.ts'

const base = '/admin/books/settlements'

export async function loader({ url: { searchParams } }: Route.LoaderArgs) {
  const asked = searchParams.get('waiting')
  const waiting = asked === null ? undefined : await waitingSettlement(db, numberIn(asked))
  return { waiting: waiting ?? null, today: dayAt(new Date()), places: await placesNow(db) }
}

export const action = adminAction({
  form: settlementForm,
  page: true,
  failed: settlementTexts.failed,
  run: async (wanted, by) => ({ go: base, says: settlementTexts[await bookSettlement(db, wanted, by)] }),
})

/** Shows a dialog over the list, at an address of its own, so that it opens without a script too. */
export default function NewSettlement({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AddressDialog
      closeTo={base}
      title={<Trans>Book a settlement</Trans>}
      text={<Trans>Money that the provider paid out to our bank, or that we paid in. Booking it moves no money.</Trans>}
    >
      <BookSettlementForm {...loaderData} first={actionData} />
    </AddressDialog>
  )
}

type BookProps = {
  first: Answer | undefined
  /** The settlement that another administrator filed and this one is asked to book too. */
  waiting: Settlement | null
  /** The last day that can be booked. */
  today: string
  /** Providers that may hold our money. */
  places: readonly Place[]
}

/** Books money that moved between the provider and our bank. */
function BookSettlementForm({ first, waiting, today, places }: BookProps) {
  const { t, i18n } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  const filedBy = waiting?.askedBy
  return (
    <Form method="post" action="/admin/books/settlements/new" noValidate className="grid gap-4">
      <SaidLine answer={answer} />
      {waiting && (
        <Notice title={<Trans>{filedBy} has filed this settlement</Trans>}>
          <Trans>
            Compare it with the bank’s statement. These values book it. A different amount needs a new approval.
          </Trans>
        </Notice>
      )}
      <PlaceField places={places} chosen={waiting?.provider} answer={answer} />
      <Field
        name="direction"
        label={<Trans>Direction</Trans>}
        answer={answer}
        required
        hint={
          <Trans>
            A withdrawal that was sent by hand came from our bank, too: the books took it from our money at the
            provider.
          </Trans>
        }
      >
        <Select defaultValue={waiting?.direction ?? 'to_bank'}>
          {directions.map((direction) => (
            <option key={direction} value={direction}>
              {i18n._(directionWords[direction])}
            </option>
          ))}
        </Select>
      </Field>
      <MoneyField
        name="amount"
        label={<Trans>Amount (KSH)</Trans>}
        answer={answer}
        required
        currency="KSH"
        defaultValue={waiting ? String(waiting.amount / 100) : ''}
      />
      <Field name="day" label={<Trans>Day</Trans>} answer={answer} required>
        <Input type="date" max={today} defaultValue={waiting?.day ?? ''} />
      </Field>
      <Field
        name="reference"
        label={<Trans>Reference</Trans>}
        answer={answer}
        required
        hint={<Trans>As the bank or the provider calls it. The same reference is booked once.</Trans>}
      >
        <Input maxLength={100} defaultValue={waiting?.reference ?? ''} />
      </Field>
      <Field
        name="why"
        label={<Trans>Reason</Trans>}
        answer={answer}
        required
        hint={<Trans>It is kept with the settlement and in the audit log.</Trans>}
      >
        <TextArea rows={3} maxLength={1000} defaultValue={waiting?.why ?? ''} />
      </Field>
      <ConfirmField answer={answer} />
      <Button size="large" wide busy={busy} busyText={t`Booking...`}>
        <Trans>Book the settlement</Trans>
      </Button>
    </Form>
  )
}

type PlaceProps = { places: readonly Place[]; chosen: Place | undefined; answer: Answer | undefined }

/** Asks whose account it was, where there are several. */
function PlaceField({ places, chosen = 'paystack', answer }: PlaceProps) {
  const { i18n } = useLingui()
  if (places.length < 2) return null
  return (
    <Field name="provider" label={<Trans>Provider</Trans>} answer={answer} required>
      <Select defaultValue={chosen}>
        {places.map((place) => (
          <option key={place} value={place}>
            {i18n._(settlementPlaceWords[place])}
          </option>
        ))}
      </Select>
    </Field>
  )
}
