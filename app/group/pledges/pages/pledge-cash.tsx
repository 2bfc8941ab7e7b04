import { Trans, useLingui } from '@lingui/react/macro'
import { type ComponentProps, useState } from 'react'
import { data } from 'react-router'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import { ownersOnly } from '#app/drives/drive/pages/guards.server.ts'
import { pledgeFor } from '#app/group/pledges/manage.server.ts'
import { type PledgeState, pledgesPath, pledgeTexts } from '#app/group/pledges/pledge.ts'
import { idOf, paidForm } from '#app/group/pledges/pledge-forms.ts'
import { ForPledgeForm } from '#app/group/recorded-gifts/gift-form.tsx'
import { recordGift, recordLimits } from '#app/group/recorded-gifts/recorded.server.ts'
import { recordedGiftTexts as recordedSays } from '#app/group/recorded-gifts/recorded.ts'
import { howFields } from '#app/group/recorded-gifts/recorded-forms.ts'
import { Refusal } from '#app/kit/says.ts'
import { dayAt } from '#app/kit/time.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { Card } from '#app/ui/card.tsx'
import type { Route } from './+types/pledge-cash.ts'

export const middleware: Route.MiddlewareFunction[] = [ownersOnly]

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const pledge = await pledgeFor(db, id, idOf(url.searchParams.get('pledge')))
  if (!pledge) throw data(null, { status: 404 })
  return { slug, pledge, formKey: crypto.randomUUID() as string, today: dayAt(new Date()) }
}

export const action = formAction({
  form: paidForm.extend(howFields),
  page: true,
  done: pledgeTexts.paidRecorded,
  failed: pledgeTexts.notSaved,
  limits: (_, { context }) => recordLimits(context.get(personContext)!.id),
  run: async ({ pledge: pledgeId, key, ...given }, { context }) => {
    const { id: driveId, slug } = context.get(driveContext)
    const pledge = await pledgeFor(db, driveId, pledgeId)
    if (!pledge) throw new Refusal(pledgeTexts.gone, { status: 404 })
    const { name, anonymous } = pledge
    const whose = { driveId, by: context.get(personContext)!.id, clientKey: key, pledgeId, mustPay: true }
    await recordGift(db, { ...given, ...whose, name, anonymous, phone: null, note: null })
    return { go: pledgesPath(slug) }
  },
})

export default function PledgeCash({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { slug, ...form } = loaderData
  return (
    <>
      <DriveTitle page={t`Paid outside {brand}`} />
      <Card title={<Trans>Paid outside {'{brand}'}</Trans>} text={form.pledge.name} className="max-w-xl">
        <WhileOpen
          key={form.pledge.id}
          to={`${pledgesPath(slug)}/cash?pledge=${form.pledge.id}`}
          {...form}
          first={actionData}
        />
      </Card>
    </>
  )
}

type WhileOpenProps = ComponentProps<typeof ForPledgeForm> & { pledge: { state: PledgeState } }

/** Keeps an open form when the pledge is paid meanwhile: its person may not know yet that the money arrived. */
function WhileOpen({ pledge, first, ...form }: WhileOpenProps) {
  const [wasOpen] = useState(pledge.state === 'open' || first !== undefined)
  const { i18n } = useLingui()
  return wasOpen ? (
    <ForPledgeForm pledge={pledge} first={first} {...form} />
  ) : (
    <p>{i18n._(recordedSays.pledgeNotOpen)}</p>
  )
}
