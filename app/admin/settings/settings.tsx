import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import {
  changeClass,
  changeWay,
  SecondNeeded,
  SettingsLine,
  SettingWithForm,
  settingClass,
  WhyLine,
} from '#app/admin/small-decision.tsx'
import { CategoryList } from '#app/drives/drive/admin/category-list.tsx'
import { ownCategories } from '#app/drives/drive/admin/own-categories.server.ts'
import { PackageList } from '#app/drives/views/admin/package-list.tsx'
import { packagesNow } from '#app/drives/views/admin/packages.server.ts'
import { boughtViews } from '#app/drives/views/credits.server.ts'
import type { ChoiceName } from '#app/kit/choices.ts'
import { languages } from '#app/kit/languages.ts'
import { type AboutPage, aboutPages } from '#app/people/about/about.server.ts'
import { bodyMax, titles } from '#app/people/about/about.ts'
import { RefusedEmails } from '#app/people/accounts/admin/refused-emails.tsx'
import { db } from '#app/platform/db.server.ts'
import { suppressionsNow } from '#app/platform/mail/suppressions.server.ts'
import { AdminPage } from '#app/site/admin-page.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field, Input, Select, TextArea } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useCount } from '#app/ui/use-count.ts'
import { foldAway, useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/settings.ts'
import { choiceGroups, choiceWords } from './choice.ts'
import { type ChoiceState, standingChoices, type TextsNow, textsNow } from './choices.server.ts'
import { feeStanding } from './fee.server.ts'
import { FeeLine } from './fee-line.tsx'
import { LogoLine } from './logo-line.tsx'

export async function loader() {
  const [standing, fee, bought, categories, packages, pages, refused] = await Promise.all([
    standingChoices(db),
    feeStanding(db),
    boughtViews(db),
    ownCategories(db),
    packagesNow(db),
    aboutPages(db),
    suppressionsNow(db),
  ])
  return {
    standing,
    fee,
    bought,
    categories,
    packages,
    pages,
    refused,
    texts: textsNow(),
    rate: Number(standing.find(({ name }) => name === 'USD_KES_RATE')!.value),
  }
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Settings({ loaderData }: Route.ComponentProps) {
  const { standing, fee, bought, categories, packages, pages, refused, texts, rate } = loaderData
  const { t } = useLingui()
  return (
    <AdminPage
      page={t`Settings`}
      text={
        <Trans>
          Settings for the whole platform. Each change is logged with who made it and why. Existing agreements don’t
          change.
        </Trans>
      }
    >
      <TextsNotice texts={texts} />
      <ChoiceList standing={standing} fee={fee} bought={bought} />
      <LogoLine logo={standing.find(({ name }) => name === 'BRAND_LOGO')!.value} />
      <CategoryList own={categories} />
      <PackageList packages={packages} rate={rate} />
      <AboutList pages={pages} />
      <RefusedEmails refused={refused} />
    </AdminPage>
  )
}

/** Says when no texts go to phones, and which address the gateway needs when they do. */
function TextsNotice({ texts: { are, hook } }: { texts: TextsNow }) {
  if (are === 'pretended') return null
  if (are === 'off')
    return (
      <Notice tone="warn" title={<Trans>No texts are sent to phones</Trans>}>
        <Trans>The settings SMS_USERNAME and SMS_KEY are not set. Emails are sent all the same.</Trans>
      </Notice>
    )
  return (
    <Notice title={<Trans>Texts are sent to phones</Trans>}>
      <p>
        <Trans>
          Enter this address at Africa’s Talking for delivery reports, incoming messages and opt-outs. Keep it to
          yourself.
        </Trans>
      </p>
      <p className="mt-1 break-all font-mono text-sm">{hook}</p>
    </Notice>
  )
}

/** Every setting that operators change while the product runs: its value, and a form that changes it. */
function ChoiceList({ standing, fee, bought }: Pick<Loaded, 'standing' | 'fee' | 'bought'>) {
  const { i18n } = useLingui()
  return choiceGroups.map((group, nr) => {
    const title = i18n._(group.title)
    return (
      <section key={title} className="grid gap-3" aria-label={title}>
        <h2 className="text-xl">{title}</h2>
        <ul className="divide-y divide-line rounded-card border border-line bg-card">
          {nr === 0 && <FeeLine fee={fee} />}
          {Object.entries(group.choices).map(([name, { label, hint }]) => {
            const one = standing.find((other) => other.name === name)
            const warning = name === 'VIEWS_PAYWALL' && <BoughtViews {...bought} />
            return one && <ChoiceLine key={name} {...{ one, warning }} label={i18n._(label)} hint={i18n._(hint)} />
          })}
        </ul>
      </section>
    )
  })
}

type LineProps = { one: ChoiceState; label: string; hint: string; warning: ReactNode }

/** Says what was bought, before an administrator makes views free. */
function BoughtViews({ drives, views }: Loaded['bought']) {
  const count = useCount()
  if (drives === 0) return null
  const left = count(views)
  return (
    <Notice tone="warn" title={<Trans>Views were bought</Trans>}>
      <Plural
        value={drives}
        one={`# fund drive has bought views, ${left} of them left. They stay, and count again once this is on.`}
        other={`# fund drives have bought views, ${left} of them left. They stay, and count again once this is on.`}
      />
    </Notice>
  )
}

function ChoiceLine({ one, label, hint, warning }: LineProps) {
  return (
    <SettingWithForm
      title={label}
      value={
        <span className="figures min-w-0 break-words">
          <Shown name={one.name} value={one.value} />
        </span>
      }
      isChosen={one.chosen}
      waits={
        one.asked && (
          <SecondNeeded asked={one.asked}>
            <Shown name={one.name} value={one.asked.value} />
          </SecondNeeded>
        )
      }
    >
      <ChoiceForm {...{ one, label, hint, warning }} />
    </SettingWithForm>
  )
}

function Shown({ name, value }: { name: ChoiceName; value: string }) {
  const { i18n } = useLingui()
  const words = choiceWords[name]?.[value]
  if (words) return i18n._(words)
  return value === '' ? <Trans>None</Trans> : value
}

function ChoiceForm({ one, label, hint, warning }: LineProps) {
  const { t, i18n } = useLingui()
  const { Form, busy, answer } = useFormAction({ onDone: one.name.startsWith('BRAND_') ? reload : foldAway })
  return (
    <Form method="post" action="/admin/settings/choose" className="mt-2 mb-2 grid max-w-xl gap-4">
      <input type="hidden" name="name" value={one.name} />
      {warning}
      {/* The key makes the field start with the current value, also after a change. */}
      <Field key={one.value} name="value" label={label} hint={hint} answer={answer}>
        {choiceWords[one.name] ? (
          <Select defaultValue={one.value}>
            {Object.entries(choiceWords[one.name]!).map(([value, words]) => (
              <option key={value} value={value}>
                {i18n._(words)}
              </option>
            ))}
          </Select>
        ) : (
          <Input defaultValue={one.value} maxLength={300} />
        )}
      </Field>
      {one.asksTruth && (
        <Checkbox
          name="saidTrue"
          answer={answer}
          label={<Trans>These figures are true</Trans>}
          hint={t`Needed for texts of your own. Visitors read them beside a button that asks for money. The audit log keeps that you said so.`}
        />
      )}
      <WhyLine answer={answer} />
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} busyText={t`Saving...`}>{t`Save`}</Button>
        {one.chosen && (
          <Button variant="secondary" name="default" value="on" busy={busy} busyText={t`Saving...`}>
            {t`Back to the default`}
          </Button>
        )}
      </div>
    </Form>
  )
}

/** The document carries the brand to the browser, so a new one is seen in a new document. */
const reload = () => location.reload()

/** The pages about the service, in each language, each with a form to change it. */
function AboutList({ pages }: { pages: AboutPage[] }) {
  const { t } = useLingui()
  return (
    <section className="grid gap-3" aria-label={t`Pages`}>
      <h2 className="text-xl">
        <Trans>Pages</Trans>
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-card">
        {pages.map((page) => (
          <PageLine key={`${page.name} ${page.language}`} page={page} />
        ))}
      </ul>
    </section>
  )
}

function PageLine({ page }: { page: AboutPage }) {
  const { i18n } = useLingui()
  const { name, language, at } = page
  const label = `${i18n._(titles[name])} · ${languages[language]}`
  return (
    <SettingsLine>
      <h3 className={settingClass}>{label}</h3>
      {at ? (
        <Badge tone="info">
          <Trans>Yours</Trans>
        </Badge>
      ) : (
        <Badge>
          <Trans>First draft</Trans>
        </Badge>
      )}
      <details className={changeClass}>
        <summary className={changeWay}>
          <Trans>
            Change <span className="sr-only">{label}</span>
          </Trans>
        </summary>
        <PageForm page={page} label={label} />
      </details>
    </SettingsLine>
  )
}

function PageForm({ page: { name, language, body, at }, label }: { page: AboutPage; label: string }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction({ onDone: foldAway })
  return (
    <Form method="post" action="/admin/settings/page" className="mt-2 mb-2 grid max-w-3xl gap-4">
      <input type="hidden" name="name" value={name} />
      <input type="hidden" name="language" value={language} />
      <Field
        key={String(at)}
        name="body"
        label={label}
        answer={answer}
        hint={t`An empty line ends a paragraph. Begin a heading with ## and an item of a list with -. A link: [words](/about/fees). Write [fee] for the fee of new fund drives in percent, [sent] for what is sent of KES 1,000, and [views] for the number of free views. Words between [if views] and [end] are left out while views are not paid for.`}
      >
        <TextArea rows={16} defaultValue={body} maxLength={bodyMax} className="font-mono text-sm" lang={language} />
      </Field>
      <WhyLine answer={answer} />
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} busyText={t`Saving...`}>{t`Save`}</Button>
        {at && (
          <Button variant="secondary" name="default" value="on" busy={busy} busyText={t`Saving...`}>
            {t`Back to the first draft`}
          </Button>
        )}
      </div>
    </Form>
  )
}
