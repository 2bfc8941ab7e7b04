import { Trans, useLingui } from '@lingui/react/macro'
import { HandHeart } from 'lucide-react'
import type { ReactNode } from 'react'
import { data } from 'react-router'
import { followBy } from '#app/drives/updates/followers.server.ts'
import { filledIn, type OwnPledge, pledgeOf, toPay } from '#app/group/pledges/giver.server.ts'
import { ownPledgePath, pledgeEmailMax, pledgePath, pledgeTexts } from '#app/group/pledges/pledge.ts'
import { StateBadge } from '#app/group/pledges/promised.tsx'
import { mailStopOf } from '#app/group/pledges/tell.server.tsx'
import { centsIn } from '#app/kit/amount.ts'
import { titled } from '#app/kit/brand.ts'
import type { Language } from '#app/kit/languages.ts'
import { amountText, moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { briefDayIn, dayAt, noonOf } from '#app/kit/time.ts'
import { beginTyped, givingTo, typedGiftLimits } from '#app/money/payments/giving.server.ts'
import { givingTexts as givingSays } from '#app/money/payments/giving.ts'
import { giveGiftForm } from '#app/money/payments/giving-forms.ts'
import { useLeaving } from '#app/money/payments/use-leaving.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'
import { browserOf, visitorKey } from '#app/platform/visitor.server.ts'
import { NotFound } from '#app/site/not-found.tsx'
import { OneThing, OwnPages } from '#app/site/own-pages.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction, useFormKey } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/page.ts'

const kept = { 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' }

/** Loads a pledge, for the person who has its link. */
export async function loader({ params: { token }, url }: Route.LoaderArgs) {
  const yes = url.searchParams.get('yes') ?? ''
  const reader = url.searchParams.get('mails') ?? ''
  const pledge = await pledgeOf(db, token, yes)
  if (!pledge) return data(null, { status: 404, headers: kept })
  const giving = pledge.takesGifts ? await givingTo(db, pledge.driveId) : undefined
  const pays = giving && pledge.state === 'open' ? { formKey: giving.key, byPhone: giving.byPhone !== null } : null
  const begins = {
    byPage: url.searchParams.get('by') === 'page',
    amount: centsIn(url.searchParams.get('amount') ?? ''),
  }
  const mails = reader ? await mailStopOf(db, { token, reader }) : null
  const ends = mails && { reader, ...mails }
  return data(
    { token, yes, pledge, pays: pays && { ...pays, ...begins }, ends, today: dayAt(new Date()) },
    { headers: kept },
  )
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export const action = formAction({
  form: giveGiftForm,
  page: true,
  filled: ['phone', 'email'],
  failed: givingSays.failed,
  // The giver is known from the pledge; typed values take precedence.
  first: (fields, { params: { token = '' } }) => filledIn(db, token, fields),
  limits: (gift, { params: { token = '' }, context }) =>
    typedGiftLimits(gift, async () => (await pledgeOf(db, token, ''))?.driveId, context.get(askedContext).address),
  run: async (gift, { params: { token = '' }, context, request }) => {
    const { origin, byScript, address } = context.get(askedContext)
    const who = { visitor: visitorKey(request, address), payer: browserOf(request), address }
    const url = await beginPaying(token, gift, { language: context.get(languageContext), origin, ...who })
    return byScript ? { gave: { url } } : new Response(null, { status: 303, headers: { location: url } })
  },
})

type Gift = Parameters<typeof beginTyped>[2]
type Around = Omit<Parameters<typeof beginTyped>[3], 'cancelPath' | 'pledgeId'>

/** Begins a gift for a pledge, and notes whether its giver wants updates. Returns where it is paid. */
async function beginPaying(token: string, gift: Gift, around: Around): Promise<string> {
  const { id: pledgeId, driveId, slug } = await toPay(db, token)
  // The provider stores the address for a payer who cancels: never the secret link.
  const cancelPath = `/fundraiser/${slug}`
  const { url, reference } = await beginTyped(db, driveId, gift, { ...around, cancelPath, pledgeId })
  await followBy(db, { ...gift, language: around.language }, { payment: reference })
  return url
}

export default function Pledge({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData ? <Own {...loaderData} first={actionData} /> : <NotFound />
}

type OwnProps = NonNullable<Route.ComponentProps['loaderData']> & { first: Route.ComponentProps['actionData'] }

function Own({ token, yes, pledge, pays, ends, today, first }: OwnProps) {
  const { t } = useLingui()
  return (
    <OwnPages>
      <title>{titled(t`Your pledge`)}</title>
      <meta name="robots" content="noindex" />
      <OneThing
        title={<Trans>Your pledge</Trans>}
        back={{ to: `/fundraiser/${pledge.slug}`, label: <Trans>Back to the fundraiser</Trans> }}
      >
        <PledgeCard pledge={pledge} title={pledge.title} today={today}>
          <AskYes token={token} yes={yes} pledge={pledge} />
          {pays && <PayForm {...{ token, pledge, first }} {...pays} />}
          {pledge.state === 'open' && !pledge.takesGifts && (
            <p>
              <Trans>This fundraiser takes no gifts at the moment.</Trans>
            </p>
          )}
          {pledge.state === 'kept' && (
            <p className="font-semibold">
              <Trans>You have given all of it. Thank you!</Trans>
            </p>
          )}
          {pledge.state === 'released' && (
            <p>
              <Trans>This pledge was cancelled. Nothing is expected of you.</Trans>
            </p>
          )}
          <PledgeActions token={token} yes={yes} pledge={pledge} />
          {ends && <MailStopForm token={token} {...ends} />}
        </PledgeCard>
      </OneThing>
    </OwnPages>
  )
}

type PledgeCardProps = { pledge: OwnPledge; title: string; today: string; children: ReactNode }

/** The state of a pledge: the promised amount, the gifts, the rest, and its day. */
function PledgeCard({ pledge, title, today, children }: PledgeCardProps) {
  const { t, i18n } = useLingui()
  const { amount, paid, dueOn, writer, state } = pledge
  const isCancelled = state === 'released'
  return (
    <div className="grid gap-5">
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <HandHeart aria-hidden="true" className="size-6 text-brand" />
          <span className="figures font-bold font-display text-[min(1.875rem,9.4vw)] leading-tight">
            {moneyText(amount)}
          </span>
          <StateBadge pledge={pledge} today={today} />
        </p>
        <p className="mt-1 font-semibold wrap-anywhere" dir="auto">
          {title}
        </p>
        {writer && (
          <p className="mt-2 text-muted">
            <Trans>{writer} wrote this down for you. If it is not so, refuse it below.</Trans>
          </p>
        )}
      </div>
      <div className="grid gap-2">
        <Progress value={paid} max={amount} label={t`Given of the pledge`} />
        <p className="figures">
          {isCancelled ? (
            <Trans>{moneyText(paid)} given</Trans>
          ) : (
            <Trans>
              {moneyText(paid)} given, {moneyText(amount - paid)} still open
            </Trans>
          )}
          {dueOn && !isCancelled && (
            <>
              {' · '}
              <span className="whitespace-nowrap">
                <Trans>by {briefDayIn(i18n.locale as Language, noonOf(dueOn))}</Trans>
              </span>
            </>
          )}
        </p>
      </div>
      {children}
    </div>
  )
}

/** The giver's actions on it beside paying. */
function PledgeActions({ token, yes, pledge }: { token: string; yes: string; pledge: OwnPledge }) {
  const { t } = useLingui()
  const stop = useFormAction()
  if (pledge.state === 'released') return null
  // A person asked by our message may stop reminders beforehand: the message has a link to it.
  const canStop = pledge.reminded || (pledge.remindsAfterYes && pledge.asks === 'yes')
  return (
    <div id="reminders" className="grid gap-3 border-line border-t pt-5">
      <a href={ownPledgePath(token, yes, '/change')} className="inline-flex min-h-11 items-center text-link">
        {pledge.state === 'kept' ? (
          <Trans>Raise it</Trans>
        ) : (
          <Trans>Change the amount or the day, or cancel my pledge</Trans>
        )}
      </a>
      {canStop && (
        <stop.Form method="post" action={`${pledgePath(token)}/stop`}>
          <input type="hidden" name="yes" value={yes} />
          <Button variant="secondary" busy={stop.busy} busyText={t`Saving...`}>
            <Trans>No more reminders</Trans>
          </Button>
        </stop.Form>
      )}
      {!pledge.reminded && !pledge.remindsAfterYes && (
        <p className="text-muted text-sm">
          <Trans>We send no reminders of this pledge.</Trans>
        </p>
      )}
      {pledge.stopped && pledge.state === 'open' && (
        <stop.Form method="post" action={`${pledgePath(token)}/stop`}>
          <input type="hidden" name="yes" value={yes} />
          <input type="hidden" name="again" value="on" />
          <Button variant="secondary" busy={stop.busy} busyText={t`Saving...`}>
            <Trans>Remind me again</Trans>
          </Button>
        </stop.Form>
      )}
    </div>
  )
}

type AskYesProps = { token: string; yes: string; pledge: OwnPledge }

/** Asks the reader of our message whether the promise is theirs. Opening the link confirms nothing: programs open links, too. */
function AskYes({ token, yes, pledge: { asks, amount, unagreed, remindsAfterYes } }: AskYesProps) {
  const { t, i18n } = useLingui()
  const release = useFormAction()
  if (asks === null) return null
  const canSay = asks === 'yes' || asks === 'here'
  if (unagreed > 0)
    return (
      <Notice
        title={<Trans>You agreed to {moneyText(amount - unagreed)} of it, and that counts.</Trans>}
        action={
          canSay && (
            <Answers>
              <SayYes token={token} yes={yes} words={<Trans>Yes, I promise {moneyText(amount)}</Trans>} />
              <LinkButton to={ownPledgePath(token, yes, '/change')} variant="secondary">
                <Trans>Change the amount</Trans>
              </LinkButton>
            </Answers>
          )
        }
      >
        {canSay ? <Trans>Say yes: then all of it counts.</Trans> : i18n._(pledgeTexts.sayYesToMore)}
      </Notice>
    )
  if (!canSay)
    return <Notice title={i18n._(asks === 'tomorrow' ? pledgeTexts.sayYesTomorrow : pledgeTexts.sayYesThere)} />
  return (
    <Notice
      title={<Trans>Confirm your pledge of {moneyText(amount)}</Trans>}
      action={
        <Answers>
          <SayYes token={token} yes={yes} words={<Trans>Confirm my pledge</Trans>} />
          <release.Form method="post" action={`${pledgePath(token)}/release`}>
            <Button variant="secondary" busy={release.busy} busyText={t`Saving...`}>
              <Trans>I never promised it</Trans>
            </Button>
          </release.Form>
        </Answers>
      }
    >
      {remindsAfterYes && <Trans>Then it counts for the fundraiser, and we remind you.</Trans>}
      {asks === 'yes' && !remindsAfterYes && <Trans>Then it counts for the fundraiser.</Trans>}
      {asks === 'here' && (
        <Trans>
          We can send no message to this phone. Confirm here: then it counts for the fundraiser. Keep the link of this
          page.
        </Trans>
      )}
    </Notice>
  )
}

const Answers = ({ children }: { children: ReactNode }) => (
  <div className="flex min-w-0 flex-wrap gap-3 *:max-w-full">{children}</div>
)

function SayYes({ token, yes, words }: { token: string; yes: string; words: ReactNode }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  return (
    <Form method="post" action={`${pledgePath(token)}/agree`}>
      <input type="hidden" name="yes" value={yes} />
      <Button busy={busy} busyText={t`Saving...`}>
        {words}
      </Button>
    </Form>
  )
}

type MailStopFormProps = { token: string; reader: string; stopped: boolean }

/** The form for the reader of a mail about a pledge: ends such mails to this address, or restarts them. */
function MailStopForm({ token, reader, stopped }: MailStopFormProps) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  return (
    <div id="mails" className="grid gap-3 border-line border-t pt-5">
      <p>
        {stopped ? (
          <Trans>We write nothing about pledges to this email address.</Trans>
        ) : (
          <Trans>No email about any pledge will be sent to this address, no matter who writes the pledge down.</Trans>
        )}
      </p>
      <Form method="post" action={`${pledgePath(token)}/mails`}>
        <input type="hidden" name="mails" value={reader} />
        {stopped && <input type="hidden" name="again" value="on" />}
        <Button variant="secondary" busy={busy} busyText={t`Saving...`}>
          {stopped ? <Trans>Write to me again</Trans> : <Trans>Never write to this address again</Trans>}
        </Button>
      </Form>
    </div>
  )
}

type PayFormProps = {
  token: string
  pledge: OwnPledge
  formKey: string
  /** True if a prompt on a phone is offered. */
  byPhone: boolean
  /** True if another way than by phone was asked for; and the chosen amount, if it is less than the open rest. */
  byPage: boolean
  amount: number | undefined
  /** The form action's answer to a browser without a script. */
  first: Answer | undefined
}

/** The form that pays a pledge, or a part of it: by a prompt on the phone, or by card or bank. */
function PayForm({ token, pledge, formKey, byPhone, byPage, amount: asked, first }: PayFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  const key = useFormKey(formKey, answer)
  const leaving = useLeaving(answer, () => {})
  const { phone, hasEmail, amount, paid } = pledge
  const rest = amount - paid
  const waits = { busy: busy || leaving, busyText: t`Processing...`, wide: true } as const
  return (
    <Form method="post" action={pledgePath(token)} noValidate className="grid gap-4">
      <input type="hidden" name="key" value={key} />
      {!answer?.errors && <Refused answer={answer} />}
      <MoneyField
        label={<Trans>Amount</Trans>}
        name="amount"
        answer={answer}
        required
        maxLength={24}
        defaultValue={amountText(asked && asked < rest ? asked : rest)}
        hint={<Trans>All of it, or a part.</Trans>}
      />
      <Checkbox
        name="follow"
        defaultChecked={answer?.typed?.follow === 'on'}
        label={<Trans>Tell me how it goes</Trans>}
      />
      {byPhone && (
        <>
          <Field
            name="phone"
            label={<Trans>M-Pesa number</Trans>}
            answer={answer}
            hint={phone ? <Trans>Leave it empty for {phone}.</Trans> : undefined}
          >
            <Input type="tel" inputMode="tel" autoComplete="tel" maxLength={20} placeholder={phone ?? '0712 345 678'} />
          </Field>
          <Button name="way" value="mpesa" size="large" {...waits}>
            <Trans>Pay by M-Pesa</Trans>
          </Button>
        </>
      )}
      <details open={!byPhone || byPage || Boolean(answer?.errors?.email) || undefined} className="grid gap-4">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-link">
          <Trans>Card or bank</Trans>
        </summary>
        <div className="grid gap-4 pt-2">
          <Field
            name="email"
            label={<Trans>Email</Trans>}
            answer={answer}
            hint={hasEmail ? <Trans>Leave it empty for the address we know.</Trans> : <Trans>For your receipt</Trans>}
          >
            <Input type="email" autoComplete="email" maxLength={pledgeEmailMax} />
          </Field>
          <Button name="way" value="card" variant="secondary" {...waits}>
            <Trans>Pay by card or bank</Trans>
          </Button>
        </div>
      </details>
    </Form>
  )
}
