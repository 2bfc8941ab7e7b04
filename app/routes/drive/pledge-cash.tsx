import { Trans, useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { personContext } from '#app/features/people/session.server.ts'
import { CashForm } from '#app/features/pledges/cash-form.tsx'
import { openFor } from '#app/features/pledges/manage.server.ts'
import { pledgesPath, says } from '#app/features/pledges/pledge.ts'
import { cashForm, idOf } from '#app/features/pledges/pledge-forms.ts'
import { enterRecorded } from '#app/features/recorded/recorded.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { dayAt } from '#app/kit/time.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { Card } from '#app/ui/card.tsx'
import type { Route } from './+types/pledge-cash.ts'
import { driveContext } from './context.ts'
import { ownersOnly } from './looking.server.ts'
import { PageTitle } from './page-title.tsx'

export const middleware: Route.MiddlewareFunction[] = [ownersOnly]

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const pledge = await openFor(db, id, idOf(url.searchParams.get('pledge')))
  if (!pledge) throw data(null, { status: 404 })
  return { slug, pledge, formKey: crypto.randomUUID() as string }
}

export const action = deed({
  form: cashForm,
  page: true,
  done: says.cashRecorded,
  failed: says.notSaved,
  run: async ({ pledge: pledgeId, amount, key }, { context }) => {
    const { id: driveId, slug } = context.get(driveContext)
    const pledge = await openFor(db, driveId, pledgeId)
    if (!pledge) throw new Refusal(says.gone, { status: 404 })
    const { name, anonymous } = pledge
    const cash = { method: 'cash', code: null, phone: null, note: null, givenOn: dayAt(new Date()) } as const
    const whose = { driveId, by: context.get(personContext)!.id, clientKey: key, pledgeId }
    await db.transaction().execute((tx) => enterRecorded(tx, { ...cash, ...whose, amount, name, anonymous }))
    return { go: pledgesPath(slug) }
  },
})

export default function PledgeCash({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <PageTitle page={t`Paid in cash`} />
      <Card title={<Trans>Paid in cash</Trans>} text={loaderData.pledge.name} className="max-w-xl">
        <CashForm {...loaderData} first={actionData} />
      </Card>
    </>
  )
}
