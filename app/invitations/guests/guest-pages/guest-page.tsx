import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useContext } from 'react'
import type { GuestSeen } from '#app/invitations/guests/guest.server.ts'
import { invitationReportReasons, reportReasonWords, reportWordsMax } from '#app/invitations/guests/invitation.ts'
import type { OccasionSeen } from '#app/invitations/guests/occasion-seen.server.ts'
import { titled } from '#app/kit/brand.ts'
import { phoneWhole } from '#app/kit/phone.ts'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { NonceContext } from '#app/ui/document.ts'
import { Field, Input, TextArea } from '#app/ui/field.tsx'
import { Folded } from '#app/ui/folded.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'

type GuestPageProps = { top: ReactNode; card: ReactNode; children: ReactNode }

/** The page of an invitation: on phones everything else is below the card, on wide screens beside it. */
export const GuestPage = ({ top, card, children }: GuestPageProps) => (
  <main
    id="main"
    tabIndex={-1}
    className="mx-auto max-w-[36rem] pb-10 lg:grid lg:max-w-[68rem] lg:grid-cols-[27rem_minmax(0,1fr)] lg:items-start lg:gap-x-14 lg:px-8 lg:pt-8"
  >
    <div className="lg:col-span-2">{top}</div>
    <div className="lg:sticky lg:top-8">{card}</div>
    <div className="grid gap-8 px-4 pt-4 *:min-w-0 lg:px-0 lg:pt-0">{children}</div>
  </main>
)

/** The hosts' words from their card, for phones; wide screens show them on the card. */
export const HostsWords = ({ words }: { words: string }) =>
  words && (
    <p dir="auto" className="whitespace-pre-line text-lg lg:hidden">
      {words}
    </p>
  )

/** The hosts' words to this guest in the invitation. */
export const InvitedWith = ({ hosts, words }: { hosts: string; words: string }) => (
  <figure className="border-edge border-l-4 pl-4">
    <blockquote dir="auto" className="wrap-anywhere whitespace-pre-line">
      {words}
    </blockquote>
    <figcaption dir="auto" className="wrap-anywhere text-muted">
      {hosts}
    </figcaption>
  </figure>
)

export const Questions = ({ name, phone }: { name: string; phone: string }) => (
  <section aria-labelledby="questions" className="grid gap-1">
    <h2 id="questions" className="text-2xl">
      <Trans>Questions?</Trans>
    </h2>
    <HostContact name={name} phone={phone} />
  </section>
)

/** How guests reach a host who wants to be reached. */
export function HostContact({ name, phone }: { name: string; phone: string }) {
  const link = 'inline-flex min-h-11 items-center text-link'
  return (
    <p className="flex flex-wrap items-center gap-x-5">
      <span dir="auto" className="font-semibold">
        {name}
      </span>
      <a href={`tel:${phone}`} className={`figures ${link}`}>
        <Trans>Call {phoneWhole(phone)}</Trans>
      </a>
      <a href={`https://wa.me/${phone.slice(1)}`} rel="noreferrer" className={link}>
        WhatsApp
      </a>
    </p>
  )
}

/** The note above the card, which looks like an invitation, when no occasion is still to come. */
export function NothingToCome({ occasions }: { occasions: Pick<OccasionSeen, 'standing'>[] }) {
  if (occasions.some(({ standing }) => standing !== 'cancelled' && standing !== 'over')) return null
  const isCancelled = occasions.every(({ standing }) => standing === 'cancelled')
  return (
    <p
      role="status"
      className={`px-4 py-3 text-center font-semibold lg:mb-8 ${isCancelled ? 'bg-stop-soft' : 'bg-well'}`}
    >
      {isCancelled ? <Trans>This occasion was cancelled.</Trans> : <Trans>This occasion is over.</Trans>}
    </p>
  )
}

/** The page for a link that opens nothing, whatever the reason, so that nobody learns which invitations existed. */
export function GuestMissing() {
  const { t } = useLingui()
  return (
    <main id="main" tabIndex={-1} className="column grid max-w-[36rem] gap-4 py-16">
      <title>{titled(t`This invitation is not here`)}</title>
      <h1 className="text-3xl">
        <Trans>This invitation is not here</Trans>
      </h1>
      <p>
        <Trans>
          The link may have been replaced by a new one, or the invitation was taken back. Please ask the person who sent
          it to you.
        </Trans>
      </p>
    </main>
  )
}

// The only script of a guest's page. Without it only conveniences are missing: the time by the reader's own clock, and the buttons that
// share or copy the open link. Days are written as in Kenya, as the server writes them: see `localeOf`.

const source = `(d=>{var l=d.documentElement.lang,c=(o,t)=>new Intl.DateTimeFormat(l+'-KE',o).format(t),p=n=>(''+n).padStart(2,0);
d.querySelectorAll('[data-at]').forEach(e=>{var t=new Date(e.dataset.at),h=p(t.getHours())+':'+p(t.getMinutes()),
y=t.getFullYear()+'-'+p(t.getMonth()+1)+'-'+p(t.getDate()),w=e.dataset.there;if(y+'T'+h!=w){
e.textContent=e.dataset.words.replace('%',w.slice(0,10)==y?h:c({weekday:'long'},t)+' '+h);e.hidden=!1}});
d.querySelectorAll('[data-day]').forEach(e=>{e.textContent=c({dateStyle:'full'},new Date(e.dateTime))});
d.querySelectorAll('[data-share]').forEach(e=>{var n=navigator,u=e.dataset.share,k=e.dataset.copied;if(k?!n.clipboard:!n.share)return;
e.hidden=!1;e.onclick=()=>k?n.clipboard.writeText(u).then(()=>{e.textContent=k}):n.share({title:d.title,url:u}).catch(()=>{})})})(document)`

export function PageScript() {
  const nonce = useContext(NonceContext)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text.
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: source }} />
}

type GuestFootProps = {
  page: string
  seen: GuestSeen
  /** The note on this guest in the host's own book. */
  note?: React.ReactNode
  /** The form action's answer, perhaps about another form of the page. */
  first: Answer | undefined
}

/** The small print: who wrote the guest's name here, what the hosts see, and how to be left in peace. */
export function GuestFoot({ page, seen, note, first }: GuestFootProps) {
  const { t } = useLingui()
  const answer = first?.typed?.words === undefined ? undefined : first
  const { byShare, quiet } = seen.supporter
  const host = seen.gathering.hostName
  return (
    <div className="grid gap-2 border-line border-t pt-6 text-[0.9375rem] text-muted">
      <p>
        {byShare
          ? t`You answered on the open link. ${host} sees your name, your number and your answer.`
          : t`${host} put your name here, and sees that you opened this page, and your answer.`}
      </p>
      {note}
      <Quiet page={page} quiet={quiet} />
      <ForgetForm {...{ page, seen, first }} />
      <Folded id="report" open={Boolean(answer)} title={<Trans>Report</Trans>}>
        <form method="post" action={`${page}/report#report`} noValidate className="grid gap-4">
          <RadioCards
            legend={<Trans>What is wrong with this invitation?</Trans>}
            name="reason"
            columns=""
            choices={invitationReportReasons.map((value) => ({ value, label: <Reason of={value} /> }))}
            defaultValue={answer?.typed?.reason}
            answer={answer}
          />
          <Field name="words" label={<Trans>What should we know?</Trans>} optional answer={answer}>
            <TextArea rows={3} maxLength={reportWordsMax} />
          </Field>
          <Button variant="secondary">
            <Trans>Send the report</Trans>
          </Button>
        </form>
      </Folded>
    </div>
  )
}

function Reason({ of }: { of: (typeof invitationReportReasons)[number] }) {
  const { i18n } = useLingui()
  return i18n._(reportReasonWords[of])
}

function Quiet({ page, quiet }: { page: string; quiet: boolean }) {
  return (
    <form id="quiet" method="post" action={`${page}/quiet`}>
      {quiet && (
        <p>
          <Trans>
            You get no more messages. If an occasion changes that you said yes or maybe to, we still tell you.
          </Trans>
        </p>
      )}
      {quiet && <input type="hidden" name="again" value="1" />}
      <button type="submit" className="inline-flex min-h-11 items-center text-link">
        {quiet ? <Trans>Send me messages again</Trans> : <Trans>No more messages</Trans>}
      </button>
    </form>
  )
}

type ForgetFormProps = { page: string; seen: GuestSeen; first: Answer | undefined }

/** The form that removes a guest. Links get forwarded, so the reader proves to know the guest's number, or says that it is them. */
function ForgetForm({ page, seen: { supporter, gathering }, first }: ForgetFormProps) {
  const { t } = useLingui()
  const answer = first?.typed?.forget === undefined ? undefined : first
  const { name, hasPhone } = supporter
  return (
    <Folded id="forget" open={Boolean(answer)} title={<Trans>Remove me</Trans>}>
      <form method="post" action={`${page}/forget#forget`} noValidate className="grid gap-3">
        <input type="hidden" name="forget" value="1" />
        <p>
          <Trans>
            Your name, your number, your answer and what you wrote are taken off the list, your seats go to others, and
            this link opens nothing any more. This can’t be undone.
          </Trans>
        </p>
        {hasPhone ? (
          <Field
            name="end"
            label={<Trans>The last 4 digits of your phone number</Trans>}
            answer={answer}
            hint={t`Of the number that ${gathering.hostName} has. Nobody else can remove you then.`}
          >
            <Input inputMode="numeric" autoComplete="off" maxLength={4} className="max-w-32" />
          </Field>
        ) : (
          <Checkbox name="sure" value="on" answer={answer} label={t`I am ${name}, and want to be removed`} />
        )}
        <Button variant="danger">
          <Trans>Remove me now</Trans>
        </Button>
      </form>
    </Folded>
  )
}
