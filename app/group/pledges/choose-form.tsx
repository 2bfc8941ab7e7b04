import { Trans, useLingui } from '@lingui/react/macro'
import { knownLanguage } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { namelessOwn } from '#app/kit/nameless.ts'
import type { Answer, Words } from '#app/kit/says.ts'
import { briefDayIn } from '#app/kit/time.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Choosable } from './choose.server.ts'
import { giftPath } from './pledge.ts'

type Gift = Omit<Choosable, 'way'> & { way: Words }
type ChooseFormProps = {
  slug: string
  pledge: { id: number; amount: number; paid: number }
  gifts: Gift[]
  search: string
  first: Answer | undefined
}

/** The form that says which gift by Paybill, by card or in cash was for this pledge. */
export function ChoosePledgeForm({ slug, pledge: { id, amount, paid }, gifts, search, first }: ChooseFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  const rest = amount - paid
  return (
    <div className="grid gap-5">
      <form method="get" action={giftPath(slug)} className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="pledge" value={id} />
        <div className="min-w-0 flex-1 basis-60">
          <Field name="search" label={<Trans>Name or M-Pesa code</Trans>}>
            <Input type="search" defaultValue={search} maxLength={100} />
          </Field>
        </div>
        <Button variant="secondary">
          <Trans>Search</Trans>
        </Button>
      </form>
      {gifts.length === 0 ? (
        <p>
          {search ? (
            <Trans>No such gift that counts for no pledge yet.</Trans>
          ) : (
            <Trans>Each gift counts for a pledge already, or none has come yet.</Trans>
          )}
        </p>
      ) : (
        <Form method="post" action={giftPath(slug, id)} className="grid gap-5">
          <input type="hidden" name="pledge" value={id} />
          <Refused answer={answer} />
          <RadioCards
            legend={<Trans>Which gift was for this pledge?</Trans>}
            name="gift"
            answer={answer}
            columns=""
            choices={gifts.map((gift) => ({
              value: `${gift.kind} ${gift.id}`,
              label: <Giver gift={gift} />,
              hint: <About gift={gift} rest={rest} />,
            }))}
          />
          <Button busy={busy} busyText={t`Saving...`} wide>
            <Trans>Count it for the pledge</Trans>
          </Button>
        </Form>
      )}
    </div>
  )
}

/** Shows the giver and the amount. */
export function Giver({
  gift: { name, isAnonymous, amount },
}: {
  gift: Pick<Gift, 'name' | 'isAnonymous' | 'amount'>
}) {
  const { i18n } = useLingui()
  return (
    <span className="flex flex-wrap justify-between gap-x-4">
      <span className="wrap-anywhere min-w-0" dir="auto">
        {name ?? i18n._(namelessOwn(isAnonymous))}
      </span>
      <span className="figures">{moneyText(amount)}</span>
    </span>
  )
}

/** Says when and how it came, and how much of it counts if it is more than the open rest. */
function About({ gift: { at, way, amount }, rest }: { gift: Gift; rest: number }) {
  const { i18n } = useLingui()
  return (
    <>
      {briefDayIn(knownLanguage(i18n.locale), new Date(at))} · {i18n._(way)}
      {amount > rest && (
        <>
          {' · '}
          <Trans>{moneyText(rest)} of it counts</Trans>
        </>
      )}
    </>
  )
}
