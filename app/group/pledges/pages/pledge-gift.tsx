import { Trans, useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { addressIn } from '#app/base/audit/audit.server.ts'
import { driveContext } from '#app/drives/drive/pages/context.ts'
import { ownersOnly } from '#app/drives/drive/pages/guards.server.ts'
import { DriveTitle } from '#app/drives/drive/pages/page-title.tsx'
import {
  type Choosable,
  choosableFor,
  countChosen,
  type PledgePart,
  partsOfPledge,
} from '#app/group/pledges/count.server.ts'
import { pledgeFor } from '#app/group/pledges/manage.server.ts'
import { pledgesPath, pledgeTexts } from '#app/group/pledges/pledge.ts'
import { type GiftKind, idOf, pledgeGiftForm } from '#app/group/pledges/pledge-forms.ts'
import { ChoosePledgeForm, CountingGifts, TakeOffQuestion } from '#app/group/pledges/pledge-gifts.tsx'
import { type Method, recordedMethodWords } from '#app/group/recorded-gifts/recorded.ts'
import { oneLine } from '#app/kit/lines.ts'
import { moneyText } from '#app/kit/money.ts'
import { channelWords, type GiftChannel } from '#app/money/donations/channel.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { Card } from '#app/ui/card.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import type { Route } from './+types/pledge-gift.ts'

export const middleware: Route.MiddlewareFunction[] = [ownersOnly]

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const search = oneLine(url.searchParams.get('search') ?? '').slice(0, 100)
  const pledge = await pledgeFor(db, id, idOf(url.searchParams.get('pledge')))
  if (!pledge) throw data(null, { status: 404 })
  const [parts, found] = await Promise.all([
    partsOfPledge(db, id, pledge.id),
    pledge.state === 'open' ? choosableFor(db, id, search) : Promise.resolve<Choosable[]>([]),
  ])
  return { slug, pledge, parts: parts.map(partInWords), gifts: found.map(inWords), search }
}

const inWords = <Gift extends { kind: GiftKind; way: string }>({ way, ...gift }: Gift) => ({
  ...gift,
  way: gift.kind === 'gift' ? channelWords[way as GiftChannel] : recordedMethodWords[way as Method],
})

const partInWords = ({ about, ...part }: PledgePart) => ({
  ...part,
  about: about && inWords({ ...about, kind: part.kind }),
})

export const action = formAction({
  form: pledgeGiftForm,
  page: true,
  done: pledgeTexts.chosen,
  failed: pledgeTexts.notSaved,
  run: async ({ pledge: pledgeId, gift }, { context }) => {
    const { id: driveId, slug } = context.get(driveContext)
    const by = { id: context.get(personContext)!.id, address: addressIn(context) }
    await countChosen(db, { driveId, by, pledgeId, ...gift })
    return { go: pledgesPath(slug) }
  },
})

/** The page where people of the drive see which gifts count for a pledge, say which one was for it, and take one off that was not. */
export default function PledgeGift({
  loaderData: { slug, pledge, parts, gifts, search },
  actionData,
}: Route.ComponentProps) {
  const { t } = useLingui()
  const { name, amount, paid, state } = pledge
  return (
    <div className="grid max-w-xl gap-5">
      <DriveTitle page={t`Gifts of a pledge`} />
      {(parts.length > 0 || state !== 'open') && (
        <Card
          title={<Trans>Gifts that count for the pledge</Trans>}
          text={
            <>
              {name && `${name} · `}
              <Trans>
                {moneyText(paid)} of {moneyText(amount)} given
              </Trans>
            </>
          }
        >
          <CountingGifts pledge={pledge} parts={parts} />
        </Card>
      )}
      {state === 'open' && (
        <Card
          title={<Trans>Choose its gift</Trans>}
          text={
            <>
              {name && `${name} · `}
              <Trans>{moneyText(amount - paid)} still open</Trans>
            </>
          }
        >
          <ChoosePledgeForm slug={slug} pledge={pledge} gifts={gifts} search={search} first={actionData} />
        </Card>
      )}
      <Changing>
        <TakeOffQuestion slug={slug} pledge={pledge} parts={parts} />
      </Changing>
    </div>
  )
}
