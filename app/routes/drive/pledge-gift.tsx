import { Trans, useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { type Channel, channelWords } from '#app/features/donations/channel.ts'
import { personContext } from '#app/features/people/session.server.ts'
import { choosableFor, countChosen } from '#app/features/pledges/choose.server.ts'
import { ChooseForm } from '#app/features/pledges/choose-form.tsx'
import { openFor } from '#app/features/pledges/manage.server.ts'
import { pledgesPath, says } from '#app/features/pledges/pledge.ts'
import { giftForm, idOf } from '#app/features/pledges/pledge-forms.ts'
import { type Method, methodWords } from '#app/features/recorded/recorded.ts'
import { oneLine } from '#app/kit/lines.ts'
import { moneyText } from '#app/kit/money.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { Card } from '#app/ui/card.tsx'
import type { Route } from './+types/pledge-gift.ts'
import { driveContext } from './context.ts'
import { ownersOnly } from './looking.server.ts'
import { PageTitle } from './page-title.tsx'

export const middleware: Route.MiddlewareFunction[] = [ownersOnly]

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const search = oneLine(url.searchParams.get('search') ?? '').slice(0, 100)
  const pledge = await openFor(db, id, idOf(url.searchParams.get('pledge')))
  if (!pledge) throw data(null, { status: 404 })
  const found = await choosableFor(db, id, search)
  const gifts = found.map(({ way, ...gift }) => ({
    ...gift,
    way: gift.kind === 'gift' ? channelWords[way as Channel] : methodWords[way as Method],
  }))
  return { slug, pledge, gifts, search }
}

export const action = deed({
  form: giftForm,
  page: true,
  done: says.chosen,
  failed: says.notSaved,
  run: async ({ pledge: pledgeId, gift }, { context }) => {
    const { id: driveId, slug } = context.get(driveContext)
    await countChosen(db, { driveId, by: context.get(personContext)!.id, pledgeId, ...gift })
    return { go: pledgesPath(slug) }
  },
})

/** People of the drive say which gift was for a pledge. */
export default function PledgeGift({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { name, amount, paid } = loaderData.pledge
  return (
    <>
      <PageTitle page={t`Choose its gift`} />
      <Card
        title={<Trans>Choose its gift</Trans>}
        text={
          <>
            {name && `${name} · `}
            <Trans>{moneyText(amount - paid)} still open</Trans>
          </>
        }
        className="max-w-xl"
      >
        <ChooseForm {...loaderData} first={actionData} />
      </Card>
    </>
  )
}
