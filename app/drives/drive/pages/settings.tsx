import { Trans, useLingui } from '@lingui/react/macro'
import { type ChangeEvent, useEffect, useState } from 'react'
import { Link, Outlet } from 'react-router'
import { wordMax } from '#app/drives/codes/code.ts'
import { codesOf } from '#app/drives/codes/codes.server.ts'
import { listingOf } from '#app/drives/discover/discover.server.ts'
import { ListingForm } from '#app/drives/discover/listing-form.tsx'
import { goalMin, type Status, statuses, statusNames, thanksMax } from '#app/drives/drive/drive.ts'
import { driveTexts, meanings } from '#app/drives/drive/drive-texts.ts'
import { recordedHidden, thanksOfDrive } from '#app/drives/drive/manage.server.ts'
import { RecordedHidden } from '#app/group/recorded-gifts/recorded-list.tsx'
import type { Answer } from '#app/kit/says.ts'
import { paybillNumber } from '#app/money/mpesa/paybill.server.ts'
import { givenBackWords } from '#app/money/payouts/change.ts'
import { type OpenChanges, openChanges } from '#app/money/payouts/changes.server.ts'
import { ChangesNotice } from '#app/money/payouts/changes-list.tsx'
import { mostSignatures } from '#app/money/payouts/payout.ts'
import { signaturesOf } from '#app/money/payouts/request.server.ts'
import { givingBackOf } from '#app/money/refunds/give-all-back.server.ts'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Part } from '#app/ui/empty-state.tsx'
import { Field, FieldError, Input, TextArea } from '#app/ui/field.tsx'
import { FormButton } from '#app/ui/form-button.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/settings.ts'
import { DriveTitle, driveContext } from './context.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { id, slug, status, collects, goal, hadMoney } = context.get(driveContext)
  const paybill = paybillNumber()
  const [listing, thanks, hides, signatures, changes, back, codes] = await Promise.all([
    part(context, listingOf(db, id)),
    part(context, thanksOfDrive(db, id)),
    part(context, recordedHidden(db, id)),
    part(context, signaturesOf(db, id)),
    part(context, openChanges(db, id)),
    hadMoney ? part(context, givingBackOf(db, id)) : null,
    paybill ? part(context, codesOf(db, id)) : null,
  ])
  const pay = paybill && codes ? { paybill, codes } : null
  return { listing, hides, signatures, changes, back, slug, status, collects, goal, hadMoney, thanks, pay }
}

export default function Settings({ loaderData }: Route.ComponentProps) {
  const { slug, status, collects, goal, hadMoney, listing, thanks, hides, signatures, changes, back, pay } = loaderData
  const { t, i18n } = useLingui()
  return (
    <>
      <DriveTitle page={t`Settings`} />
      <h2 className="mb-4 text-2xl">
        <Trans>Settings</Trans>
      </h2>
      <div className="grid gap-5">
        <Card level={3} title={<Trans>Status</Trans>} text={<Trans>Who can see the fund drive.</Trans>}>
          <DriveStatusForm slug={slug} status={status} />
        </Card>
        <Card level={3} title={<Trans>Discover fundraisers</Trans>}>
          <Part of={listing}>{(listing) => <ListingForm slug={slug} listing={listing} />}</Part>
        </Card>
        <Card level={3} title={<Trans context="setting">Donations</Trans>}>
          <CollectsForm slug={slug} collects={collects} goal={goal} />
        </Card>
        <Card
          level={3}
          title={<Trans>Thank-you words</Trans>}
          text={<Trans>People who give read them right after paying, with your name.</Trans>}
        >
          <Part of={thanks}>{(thanks) => <ThanksForm slug={slug} thanks={thanks} />}</Part>
        </Card>
        {pay && (
          <div id="code" className="scroll-mt-20">
            <Card
              level={3}
              title={<Trans>Code for Paybill</Trans>}
              text={pay.codes !== 'failed' && <CodeSays paybill={pay.paybill} {...pay.codes} />}
            >
              <Part of={pay.codes}>{({ number, word }) => <WordForm {...{ slug, number, word }} />}</Part>
            </Card>
          </div>
        )}
        <Card level={3} title={<Trans>Recorded gifts on the bar</Trans>}>
          <Part of={hides}>{(hides) => <Beside slug={slug} {...hides} />}</Part>
        </Card>
        <Card
          level={3}
          title={<Trans>Helpers</Trans>}
          text={
            <Trans>
              A treasurer records cash, sees who gave and agrees to withdrawals; a secretary looks after guests. They
              can’t withdraw.
            </Trans>
          }
        >
          <LinkButton to={`/fund-drive/${slug}/settings/helpers`} variant="secondary">
            <Trans>Invite or remove helpers</Trans>
          </LinkButton>
        </Card>
        <WhoMustAgree slug={slug} number={signatures} changes={changes} />
        {hadMoney && <EverythingBack slug={slug} back={back} />}
        <Card
          level={3}
          title={<Trans>Delete fund drive</Trans>}
          text={
            hadMoney ? (
              i18n._(driveTexts.moneyCame)
            ) : (
              <Trans>You can delete it only while it has received no money. This is permanent.</Trans>
            )
          }
        >
          <Changing>
            {!hadMoney && (
              <FormButton to={`/fund-drive/${slug}/settings/delete`} variant="secondary" className="text-stop">
                <Trans>Delete fund drive</Trans>
              </FormButton>
            )}
          </Changing>
        </Card>
      </div>
      <Outlet />
    </>
  )
}

/** Whether visitors see recorded gifts: their owner says so, unless we hide them. */
const Beside = ({ slug, us, owner }: { slug: string; us: string | null; owner: boolean }) => (
  <>
    {us !== null && <RecordedHidden why={us} />}
    <BesideForm slug={slug} shows={!owner} />
  </>
)

type WhoProps = { slug: string; number: number | 'failed'; changes: OpenChanges | 'failed' }

const WhoMustAgree = ({ slug, number, changes }: WhoProps) => (
  <Card
    level={3}
    title={<Trans>Who must agree</Trans>}
    text={
      <Trans>
        Each withdrawal waits until so many treasurers have agreed. Your asking never counts. {'{brand}'} still sends
        it.
      </Trans>
    }
  >
    <div className="grid gap-4">
      <Part of={changes}>{(shown) => <ChangesNotice base={`/fund-drive/${slug}/payouts`} shown={shown} />}</Part>
      <Part of={number}>{(number) => <SignaturesForm slug={slug} number={number} />}</Part>
    </div>
  </Card>
)

type Back = Awaited<ReturnType<typeof givingBackOf>> | 'failed'

/** Leads to the form that gives everything back, or says how far that is. */
const EverythingBack = ({ slug, back }: { slug: string; back: Back }) => (
  <Card
    level={3}
    title={<Trans>Give everything back</Trans>}
    text={<Trans>Each giver gets their gift the way they paid it, the newest first, while the money lasts.</Trans>}
  >
    <Part of={back}>{(back) => <BackStands slug={slug} back={back} />}</Part>
  </Card>
)

function BackStands({ slug, back }: { slug: string; back: Exclude<Back, 'failed'> }) {
  const { i18n } = useLingui()
  return (
    <div className="grid justify-items-start gap-3">
      {back && back.is !== 'asked' && <p className="figures">{i18n._(givenBackWords(back.sums))}</p>}
      {back?.is === 'asked' && (
        <Link to={`/fund-drive/${slug}/payouts/changes`} className="inline-flex min-h-11 items-center text-link">
          <Trans>It waits for its day. No gifts and no withdrawals are taken.</Trans>
        </Link>
      )}
      {(!back || back.is === 'ended') && (
        <LinkButton to={`/fund-drive/${slug}/settings/give-back`} variant="secondary" className="text-stop">
          <Trans>Give everything back</Trans>
        </LinkButton>
      )}
    </div>
  )
}

/** Chooses how many treasurers must agree to a withdrawal. */
function SignaturesForm({ slug, number }: { slug: string; number: number }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  const mustAgree = (count: number) => t`${count} must agree`
  return (
    <Form method="post" action={`/fund-drive/${slug}/settings/signatures`} className="grid gap-4">
      <RadioCards
        key={number}
        legend={<Trans>Who must agree</Trans>}
        name="signatures"
        defaultValue={String(number)}
        columns="grid-cols-1 sm:grid-cols-2"
        choices={[
          { value: '0', label: <Trans>Nobody else</Trans> },
          ...Array.from({ length: mostSignatures }, (_, at) => ({
            value: String(at + 1),
            label: mustAgree(at + 1),
          })),
        ]}
        answer={answer}
        quiet
      />
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        {t`Save`}
      </Button>
    </Form>
  )
}

type CollectsFormProps = { slug: string; collects: boolean; goal: number }

/** A switch acts at once; without a script a button sends it. It shows what the server says as soon as that is known. */
function CollectsForm({ slug, collects, goal }: CollectsFormProps) {
  const { Form, busy, answer } = useFormAction()
  const [wish, setWish] = useState<{ checked: boolean; before: Answer | undefined }>()
  useEffect(() => {
    if (!busy) setWish(undefined)
  }, [busy])
  const send = ({ currentTarget: { form, checked } }: ChangeEvent<HTMLInputElement>) => {
    // Sends the form as it is now, before the page draws again.
    form?.requestSubmit()
    if (navigator.onLine) setWish({ checked, before: answer })
  }
  const error = answer?.errors?.collects
  // A refusal is known before the page around it is fresh: the switch goes back in the moment the reason is read.
  const refused = answer !== wish?.before && !answer?.ok
  const needsGoal = goal < goalMin
  return (
    <Form method="post" action={`/fund-drive/${slug}/settings/collects`} className="grid gap-3">
      <Switch
        name="collects"
        label={<Trans>Collect Donations</Trans>}
        hint={<Trans>While it is on, visitors see the goal and the amount raised.</Trans>}
        checked={wish && !refused ? wish.checked : collects}
        onChange={send}
        aria-invalid={error ? true : undefined}
      />
      {error && <FieldError>{error}</FieldError>}
      {needsGoal && (
        <p className="text-muted text-sm">
          <Trans>
            It needs a goal first:{' '}
            <Link to={`/fund-drive/${slug}/info`} className="inline-block py-2 text-link">
              set a goal amount
            </Link>
          </Trans>
        </p>
      )}
      <Button variant="secondary" className="without-script justify-self-start">
        <Trans>Save</Trans>
      </Button>
    </Form>
  )
}

/** Chooses whether the bar and the total show what was recorded by hand. A button sends it. */
function BesideForm({ slug, shows }: { slug: string; shows: boolean }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  return (
    <Form method="post" action={`/fund-drive/${slug}/settings/recorded`} className="grid gap-4">
      <Switch
        key={String(shows)}
        name="shows"
        label={<Trans>Show recorded gifts on the bar</Trans>}
        hint={
          <Trans>Without them, the bar and the total show what came through {'{brand}'} alone. The list stays.</Trans>
        }
        defaultChecked={shows}
      />
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        {t`Save`}
      </Button>
    </Form>
  )
}

/** Offers the three states, with their meaning for visitors. A button sends it: arrow keys go through all of them. */
function DriveStatusForm({ slug, status }: { slug: string; status: Status }) {
  const { t, i18n } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={`/fund-drive/${slug}/settings/status`} className="grid gap-4">
      <RadioCards
        // Changed elsewhere: the choice follows.
        key={status}
        legend={<Trans>Status</Trans>}
        name="status"
        defaultValue={status}
        columns="grid-cols-1"
        choices={statuses.map((value) => ({
          value,
          label: i18n._(statusNames[value]),
          hint: i18n._(meanings[value]),
        }))}
        answer={answer}
        quiet
      />
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        {t`Save Settings`}
      </Button>
    </Form>
  )
}

/** Edits the words that people read from the organiser after they have given. */
function ThanksForm({ slug, thanks }: { slug: string; thanks: string | null }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={`/fund-drive/${slug}/settings/thanks`} className="grid gap-4">
      <Field
        name="thanks"
        label={<Trans>Thank-you words</Trans>}
        answer={answer}
        optional
        hint={<Trans>Leave blank to use “Asante! Your gift brings us closer to our goal.”</Trans>}
      >
        <TextArea rows={2} maxLength={thanksMax} defaultValue={thanks ?? ''} />
      </Field>
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        {t`Save`}
      </Button>
    </Form>
  )
}

type WordFormProps = { slug: string; number: string; word: string | null }

/** The word that payers type in place of the drive's number. */
function WordForm({ slug, number, word }: WordFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={`/fund-drive/${slug}/settings/code`} className="grid gap-4">
      <Field
        name="word"
        label={<Trans>Word for your code</Trans>}
        answer={answer}
        optional
        hint={
          <Trans>
            Use 4 to 7 letters A–Z. Your number <bdi>{number}</bdi> and words you had before keep working.
          </Trans>
        }
      >
        <Input
          key={word}
          defaultValue={word ?? ''}
          maxLength={wordMax}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          className="max-w-60 uppercase"
        />
      </Field>
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        {t`Save word`}
      </Button>
    </Form>
  )
}

type CodeSaysProps = { paybill: string; number: string; word: string | null }

/** Shows how to pay with the code. */
function CodeSays({ paybill, number, word }: CodeSaysProps) {
  const account = word ?? number
  return (
    <Trans>
      From the menu of any phone: Lipa na M-Pesa, Paybill <b>{paybill}</b>, account <b>{account}</b>.
    </Trans>
  )
}
