import { Trans, useLingui } from '@lingui/react/macro'
import { adminAction } from '#app/admin/decision.server.ts'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { briefDayIn } from '#app/kit/time.ts'
import { SaidLine } from '#app/money/books/admin/discrepancy-card.tsx'
import { addTariff } from '#app/money/mpesa/charges.server.ts'
import { db } from '#app/platform/db.server.ts'
import { AdminPage } from '#app/site/admin-page.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { Field, Input, Select } from '#app/ui/field.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/mpesa-tariffs.ts'
import { tariffForm, tariffsNow } from './tariffs.server.ts'
import { bearers, bearerWords, type TariffSeen, tariffKinds, tariffKindWords, tariffTexts } from './tariffs.ts'

export const loader = async () => ({ tariffs: await tariffsNow(db) })

export const action = adminAction({
  form: tariffForm,
  page: true,
  failed: tariffTexts.failed,
  run: async (tariff, by) => {
    await addTariff(db, tariff, by)
    return { go: '/admin/mpesa/tariffs', says: tariffTexts.added }
  },
})

/** Shows M-Pesa's fees for payments, and who bears them. */
export default function Tariffs({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <AdminPage page={t`Tariffs of M-Pesa`} text={<Trans>What M-Pesa takes for a payment, and who bears it.</Trans>}>
      <TariffsCard tariffs={loaderData.tariffs} />
      <TariffForm first={actionData} />
    </AdminPage>
  )
}

/** Shows the tariffs of today, and those to come. */
function TariffsCard({ tariffs }: { tariffs: TariffSeen[] }) {
  return (
    <Card title={<Trans>Tariffs that count</Trans>}>
      {tariffs.length === 0 ? (
        <p className="text-muted">
          <Trans>None is entered: the payer bears the tariff, and nothing is booked.</Trans>
        </p>
      ) : (
        <ul className="grid gap-4">
          {tariffs.map((one) => (
            <Tariff key={one.id} one={one} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Tariff({ one }: { one: TariffSeen }) {
  const { i18n } = useLingui()
  const [from, to, fee] = [one.from, one.to, one.fee].map((cents) => moneyText(cents, 'KSH'))
  const day = briefDayIn(i18n.locale as Language, new Date(`${one.since}T12:00:00Z`))
  const bearer = i18n._(bearerWords[one.bearer])
  const kind = i18n._(tariffKindWords[one.kind])
  return (
    <li className="grid gap-1 border-line border-t pt-3">
      <p className="figures font-semibold">
        <Trans>
          {from} to {to}: {fee}
        </Trans>
      </p>
      <p className="text-muted">{kind}</p>
      <p className="text-muted">
        <Trans>Who bears it: {bearer}</Trans>
      </p>
      <p className="flex flex-wrap gap-x-3 text-muted">
        {one.isToCome ? <Trans>Will count from {day}</Trans> : <Trans>Counts since {day}</Trans>}
        <span dir="auto">{one.by}</span>
      </p>
    </li>
  )
}

/** Enters one row. Entered rows never change: later rows replace them. */
function TariffForm({ first }: { first: Answer | undefined }) {
  const { t, i18n } = useLingui()
  const { Form, busy, answer = first } = useFormAction({ onDone: (form) => form?.reset() })
  return (
    <Card
      title={<Trans>Enter a tariff</Trans>}
      text={<Trans>The rows of the newest day count, and replace all rows of earlier days.</Trans>}
    >
      <Form method="post" noValidate className="grid max-w-xl gap-4">
        <SaidLine answer={answer} />
        <Field name="what" label={<Trans>What it is for</Trans>} answer={answer} required>
          <Select defaultValue="paybill">
            {tariffKinds.map((kind) => (
              <option key={kind} value={kind}>
                {i18n._(tariffKindWords[kind])}
              </option>
            ))}
          </Select>
        </Field>
        <Field name="bearer" label={<Trans>Who bears it</Trans>} answer={answer} required>
          <Select defaultValue="payer">
            {bearers.map((bearer) => (
              <option key={bearer} value={bearer}>
                {i18n._(bearerWords[bearer])}
              </option>
            ))}
          </Select>
        </Field>
        <MoneyField name="from" label={<Trans>Payments from (KSH)</Trans>} answer={answer} required currency="KSH" />
        <MoneyField name="to" label={<Trans>Payments up to (KSH)</Trans>} answer={answer} required currency="KSH" />
        <MoneyField
          name="fee"
          label={<Trans>Fee (KSH)</Trans>}
          answer={answer}
          required
          currency="KSH"
          hint={<Trans>What we bear of a payment is never more than 5% of the smallest one.</Trans>}
        />
        <Field name="since" label={<Trans>Counts from</Trans>} answer={answer} required>
          <Input type="date" />
        </Field>
        <ConfirmField answer={answer} />
        <Button busy={busy} busyText={t`Entering...`} className="justify-self-start">
          <Trans>Enter the tariff</Trans>
        </Button>
      </Form>
    </Card>
  )
}
