import { Trans, useLingui } from '@lingui/react/macro'
import { data, useNavigate, useSearchParams } from 'react-router'
import { addressIn } from '#app/base/audit/audit.server.ts'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import { ownersOnly } from '#app/drives/drive/pages/guards.server.ts'
import {
  type Choosable,
  choosableFor,
  countChosen,
  type PledgePart,
  partsOfPledge,
} from '#app/group/pledges/count.server.ts'
import { pledgeFor } from '#app/group/pledges/manage.server.ts'
import { giftPath, pledgesPath, pledgeTexts } from '#app/group/pledges/pledge.ts'
import { type GiftKind, idOf, pledgeGiftForm } from '#app/group/pledges/pledge-forms.ts'
import { type Method, recordedMethodWords } from '#app/group/recorded-gifts/recorded.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { oneLine } from '#app/kit/lines.ts'
import { moneyText } from '#app/kit/money.ts'
import { namelessOwn } from '#app/kit/nameless.ts'
import type { Answer, Words } from '#app/kit/says.ts'
import { briefDayIn } from '#app/kit/time.ts'
import { channelWords, type GiftChannel } from '#app/money/donations/channel.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { AlertDialog } from '#app/ui/dialog.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
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

type Gift = Omit<Choosable, 'way'> & { way: Words }
type ChooseFormProps = {
  slug: string
  pledge: { id: number; amount: number; paid: number }
  gifts: Gift[]
  search: string
  first: Answer | undefined
}

/** The form that says which gift by Paybill, by card or in cash was for this pledge. */
function ChoosePledgeForm({ slug, pledge: { id, amount, paid }, gifts, search, first }: ChooseFormProps) {
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
function Giver({ gift: { name, isAnonymous, amount } }: { gift: Pick<Gift, 'name' | 'isAnonymous' | 'amount'> }) {
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

type AboutParts = Omit<NonNullable<PledgePart['about']>, 'way'> & { way: Words }
type Counting = Omit<PledgePart, 'about'> & { about: AboutParts | null }
type ListProps = { pledge: { id: number }; parts: Counting[] }

/** The gifts that count for a pledge. A gift that its giver gave for it can't be taken off. */
function CountingGifts({ pledge, parts }: ListProps) {
  const { t, i18n } = useLingui()
  if (parts.length === 0)
    return (
      <p className="text-muted">
        <Trans>No gift counts for this pledge.</Trans>
      </p>
    )
  return (
    <ul className="-my-3 divide-y divide-line">
      {parts.map((part) => (
        <li key={part.id} className="grid gap-2 py-3">
          <div className="font-semibold">
            <PartGiver part={part} />
          </div>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="text-muted text-sm first-letter:uppercase">
              {part.about && (
                <>
                  {briefDayIn(knownLanguage(i18n.locale), new Date(part.about.at))} · {i18n._(part.about.way)}
                </>
              )}
              {part.about && part.isGivers && ' · '}
              {part.isGivers && <Trans>the giver said that it is for this pledge</Trans>}
            </p>
            {part.about && !part.isGivers && (
              <Changing>
                <LinkButton
                  to={`?pledge=${pledge.id}&off=${part.id}`}
                  preventScrollReset
                  size="small"
                  variant="secondary"
                  aria-label={t`Take off the gift of ${part.about.name ?? i18n._(namelessOwn(part.about.isAnonymous))}`}
                >
                  <Trans context="a gift, off a pledge">Take off</Trans>
                </LinkButton>
              </Changing>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Shows the giver; if nobody may know that, only the amount that counts. */
function PartGiver({ part: { about, amount } }: { part: Counting }) {
  if (about) return <Giver gift={{ name: about.name, isAnonymous: about.isAnonymous, amount }} />
  return <span className="figures block text-right">{moneyText(amount)}</span>
}

/** Asks before a gift is taken off. The address opens it, so it works without a script, too. */
function TakeOffQuestion({ slug, pledge, parts }: ListProps & { slug: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const part = parts.find(({ id, isGivers }) => String(id) === search.get('off') && !isGivers)
  const back = giftPath(slug, pledge.id)
  const close = () => void navigate(back, { replace: true, preventScrollReset: true })
  const { Form, busy } = useFormAction({ onDone: close })
  return (
    <AlertDialog
      open={part !== undefined}
      onClose={close}
      closeTo={back}
      title={<Trans>Take this gift off the pledge?</Trans>}
      text={
        <Trans>
          The gift stays as it is. It does not count for this pledge any more, and can be chosen for another.
        </Trans>
      }
      confirm={
        <Form method="post" action={`${giftPath(slug)}/remove`} className="grid">
          <input type="hidden" name="pledge" value={pledge.id} />
          <input type="hidden" name="part" value={part?.id} />
          <Button variant="danger" busy={busy} busyText={t`Saving...`}>
            <Trans>Take it off</Trans>
          </Button>
        </Form>
      }
    >
      {part && (
        <div className="font-semibold">
          <PartGiver part={part} />
        </div>
      )}
    </AlertDialog>
  )
}
