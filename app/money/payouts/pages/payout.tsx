import { Trans, useLingui } from '@lingui/react/macro'
import { data, Link } from 'react-router'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { NamedTick } from '#app/money/payouts/named-tick.tsx'
import { declineChoices, payoutStatusWords, payoutTexts, reasonMax, waitingFor } from '#app/money/payouts/payout.ts'
import { verdictForm } from '#app/money/payouts/payout-forms.ts'
import { Cancel } from '#app/money/payouts/payouts-list.tsx'
import { sayVerdict } from '#app/money/payouts/sign.server.ts'
import { isNamed, type SignedPayout, signedPayout } from '#app/money/payouts/signatures.server.ts'
import { isPossible, openStates } from '#app/money/payouts/states.ts'
import { beyondPlan, overPlan } from '#app/money/spending/spending.ts'
import { deciderIn } from '#app/people/accounts/confirm.server.ts'
import { personContext, sessionContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'
import { noSuchDrive } from '#app/site/not-found.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { SendLink } from '#app/ui/send-link.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/payout.ts'

/** Returns the number of a withdrawal in an address; 0, which none has, for anything else. */
const numberIn = (typed: string | undefined): number => (/^\d{1,15}$/.test(typed ?? '') ? Number(typed) : 0)

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const person = context.get(personContext)!.id
  const payout = await signedPayout(db, id, numberIn(params.payout))
  if (!payout) throw data(noSuchDrive, { status: 404 })
  const isOpen = openStates.includes(payout.status)
  const signer = isOpen ? payout.signers.find((one) => one.id === person) : undefined
  return {
    slug,
    payout,
    mine: payout.asker === person,
    named: await isNamed(db, id, person),
    signer,
    fresh: context.get(sessionContext)?.isFresh ?? false,
    link: `${namedOrigin(context.get(askedContext))}/fund-drive/${slug}/payouts/${payout.id}`,
  }
}

export const action = formAction({
  form: verdictForm,
  page: true,
  failed: payoutTexts.verdictFailed,
  secret: ['again'],
  limits: (_, { context }) => [{ name: 'verdict', key: context.get(personContext)!.id, times: 30, seconds: 3600 }],
  run: async ({ verdict, note, again }, { context, params }) => {
    const { id: driveId, slug } = context.get(driveContext)
    const here = `/fund-drive/${slug}/payouts/${numberIn(params.payout)}`
    if (!(await signedPayout(db, driveId, numberIn(params.payout)))) throw data(noSuchDrive, { status: 404 })
    // A number can come into other hands: nobody agrees by a code that was sent to it.
    if (!context.get(personContext)!.hasPassword) return { go: `/settings/first-password?to=${here}` }
    const { id: by } = await deciderIn(db, context, again)
    await sayVerdict(db, numberIn(params.payout), { driveId, by, verdict, note })
    return { go: here, says: verdict === 'yes' ? payoutTexts.agreed : payoutTexts.notAgreed }
  },
})

/** Shows a withdrawal to those who agree to it, and to the owner who asked for it. */
export default function Payout({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, payout, mine, named, signer, link } = loaderData
  const { t, i18n } = useLingui()
  const base = `/fund-drive/${slug}/payouts`
  return (
    <section className="grid max-w-2xl gap-5 *:min-w-0" aria-labelledby="payout-title">
      <DriveTitle page={t`Withdrawal`} />
      <h2 id="payout-title" className="text-2xl">
        <Trans>Withdrawal</Trans>
      </h2>
      <Card level={3} title={i18n._(payoutStatusWords[payout.status])}>
        <Facts payout={payout} />
      </Card>
      <Card level={3} title={<Trans>Who agrees</Trans>}>
        <Said payout={payout} />
      </Card>
      {signer && (
        <Changing>
          <Card level={3} title={<Trans>Do you agree?</Trans>}>
            <VerdictForm to={`${base}/${payout.id}`} word={signer.verdict} first={actionData} />
          </Card>
        </Changing>
      )}
      {named !== null && <NamedTick base={base} named={named} payout={payout.id} />}
      {mine && isPossible({ step: 'cancelled', from: payout.status, by: 'owner' }) && (
        <Card level={3} title={<Trans>Send them the link yourself</Trans>}>
          <div className="grid gap-4">
            <SendLink
              link={link}
              label={t`Link for the treasurers`}
              text={t`Please say yes or no to this withdrawal: ${link}`}
            />
            <Cancel base={base} payout={payout} />
          </div>
        </Card>
      )}
      <Link to={base} className="inline-flex min-h-11 items-center text-link">
        <Trans>All payouts</Trans>
      </Link>
    </section>
  )
}

function Facts({ payout }: { payout: SignedPayout }) {
  const { i18n } = useLingui()
  const { status, amount, fee, net, to, purpose, line, asked, at } = payout
  const over = beyondPlan(line)
  const rows = [
    [<Trans key="sum">Withdrawal</Trans>, moneyText(amount)],
    ...(status === 'rejected'
      ? []
      : ([
          [<Trans key="fee">Fee</Trans>, moneyText(fee)],
          [<Trans key="net">Is sent</Trans>, moneyText(net)],
        ] as const)),
    [<Trans key="to">Sent to</Trans>, to],
    ...(purpose ? [[<Trans key="for">What it is for</Trans>, purpose] as const] : []),
    ...(line ? [[<Trans key="line">Line of the plan</Trans>, line.what] as const] : []),
    ...(over > 0
      ? [[<Trans key="over">With the line’s other withdrawals</Trans>, i18n._(overPlan(over))] as const]
      : []),
    [<Trans key="by">Asked by</Trans>, asked],
    [<Trans key="at">Date</Trans>, momentIn(i18n.locale as Language, at)],
  ] as const
  return (
    <dl className="grid gap-1.5">
      {rows.map(([name, value]) => (
        <div key={name.key} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="text-muted">{name}</dt>
          <dd className="figures wrap-anywhere font-semibold" dir="auto">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The words of treasurers, with their time, and the number that is missing. */
function Said({ payout: { status, needed, agreed, said, declined } }: { payout: SignedPayout }) {
  const { t, i18n } = useLingui()
  return (
    <div className="grid gap-3">
      {status === 'waiting' && <p className="font-semibold">{i18n._(waitingFor({ needed, agreed }))}</p>}
      {said.length === 0 && (
        <p className="text-muted">
          <Trans>Nobody has answered yet.</Trans>
        </p>
      )}
      <ul className="grid gap-2">
        {said.map(({ name, verdict, note, at }) => {
          const who = name ?? t`A treasurer`
          return (
            <li key={`${who} ${at.getTime()}`}>
              <p className="wrap-anywhere" dir="auto">
                {verdict === 'yes' ? t`${who} agrees` : t`${who} does not agree`}
              </p>
              <p className="figures text-muted text-sm">{momentIn(i18n.locale as Language, at)}</p>
              {note && (
                <p className="wrap-anywhere" dir="auto">
                  {note}
                </p>
              )}
            </li>
          )
        })}
        {declined && <Declined {...declined} />}
      </ul>
      <p className="text-muted text-sm">
        <Trans>{'{brand}'} has not checked that these are different people.</Trans>
      </p>
    </div>
  )
}

/** The decision of an administrator who declined it, with its note, as the owner reads it, too. */
function Declined({ note, reason, at }: NonNullable<SignedPayout['declined']>) {
  const { i18n } = useLingui()
  return (
    <li>
      <p>
        <Trans>Declined by {'{brand}'}</Trans>
      </p>
      <p className="figures text-muted text-sm">{momentIn(i18n.locale as Language, at)}</p>
      {reason && <p>{i18n._(declineChoices[reason])}</p>}
      {note && (
        <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
          {note}
        </p>
      )}
    </li>
  )
}

type VerdictProps = { to: string; word: 'yes' | 'no' | null; first?: Answer | undefined }

/** Asks a treasurer for their word; who has said one is offered the other. */
function VerdictForm({ to, word, first }: VerdictProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <Form method="post" action={to} className="grid gap-4">
      <Refused answer={answer} />
      <Field
        name="note"
        label={<Trans>Your reason, if you do not agree</Trans>}
        answer={answer}
        optional
        hint={<Trans>The owner and the other treasurers read it.</Trans>}
      >
        <Input maxLength={reasonMax} autoComplete="off" />
      </Field>
      <ConfirmField answer={answer} />
      <div className="flex flex-wrap gap-3">
        {word !== 'yes' && (
          <Button name="verdict" value="yes" busy={busy} busyText={t`Saving...`}>
            <Trans>I agree</Trans>
          </Button>
        )}
        {word !== 'no' && (
          <Button name="verdict" value="no" variant="secondary" busy={busy} busyText={t`Saving...`}>
            <Trans>I do not agree</Trans>
          </Button>
        )}
      </div>
    </Form>
  )
}
