import { sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { feeOf } from '#app/base/ledger/ledger.ts'
import { feePercent } from '#app/kit/fee.ts'
import { type Language, languages } from '#app/kit/languages.ts'
import { amountText, kes } from '#app/kit/money.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { newDrivesFee, newDrivesViews } from '#app/platform/settings/choices.server.ts'
import { type AboutName, aboutNames, aboutTexts, type Filling } from './about.ts'

/** The terms of use: the first draft, until an operator writes another. */
const terms = {
  en: `By using this service you agree to these terms. They are written to be read.

## Who we are
We run the pages, take in gifts through payment companies, and pay organisers. We are not a bank, and we do not own the fundraisers.

## If you organise a fundraiser
- Tell the truth: who the money is for, what it is for, and what you have already received.
- Use the money for what your page says.
- Open a fundraiser for another person only with their consent, or their family's.
- Use your own name and your own withdrawal number.
- Nothing illegal, hateful or dishonest. No lotteries, no investments, no campaigns for votes.

## If you give
A gift is a gift. You get a receipt, and no share or goods in return. An organiser decides how the gift is used. If you think a page is not honest, report it: every page has a link for that.

## What we check
A fundraiser can be published only by an account with a confirmed email address or phone. The badge on the page says exactly what was checked. It is not a promise that a story is true, so give to people you know or trust.

## What we may do
We may pause a page, freeze its withdrawals or refund gifts while we look into a report, and we say why. Gifts to a page that turns out to be dishonest can be refunded as far as the money is still here.

## Refunds
For some days your receipt has a link with which you ask for the gift back, while the fundraiser still holds it. After that, write to us with the number on your receipt. We ask the organiser, and decide.

## Liability
We answer for our own mistakes. We do not answer for what organisers promise.

Questions? [Ask us](/about/help).`,
  sw: `Kwa kutumia huduma hii unakubali masharti haya. Yameandikwa ili yasomwe.

## Sisi ni nani
Tunaendesha kurasa, tunapokea michango kupitia kampuni za malipo, na tunawalipa waandaaji. Sisi si benki, na machangisho si yetu.

## Ukiandaa changisho
- Sema ukweli: pesa ni za nani, ni za nini, na umekwisha kupokea nini.
- Tumia pesa kwa yale ambayo ukurasa wako unasema.
- Fungua changisho la mtu mwingine kwa ridhaa yake tu, au ya familia yake.
- Tumia jina lako mwenyewe na nambari yako mwenyewe ya kutolea pesa.
- Hakuna jambo la kuvunja sheria, la chuki wala la udanganyifu. Hakuna bahati nasibu, uwekezaji wala kampeni za kura.

## Ukichangia
Mchango ni mchango. Unapata risiti, wala hupati hisa au bidhaa. Mwandaaji ndiye anayeamua jinsi mchango unavyotumika. Ukiona ukurasa si wa kweli, uripoti: kila ukurasa una kiungo cha kuripoti.

## Tunachokagua
Changisho linaweza kuchapishwa tu na akaunti yenye barua pepe au simu iliyothibitishwa. Beji kwenye ukurasa inaeleza hasa kilichokaguliwa. Si ahadi kwamba hadithi ni ya kweli, kwa hiyo changia watu unaowajua au unaowaamini.

## Tunachoweza kufanya
Tunaweza kusimamisha ukurasa, kuzuia utoaji wa pesa au kurejesha michango tunapochunguza ripoti, na tunaeleza sababu. Michango kwa ukurasa wa udanganyifu inaweza kurejeshwa kadiri pesa zilivyo bado hapa.

## Kurejeshewa pesa
Kwa siku kadhaa risiti yako ina kiungo cha kuomba kurejeshewa mchango, changisho likiwa bado linao. Baadaye, tuandikie pamoja na nambari iliyo kwenye risiti yako. Tunamuuliza mwandaaji, kisha tunaamua.

## Wajibu
Tunawajibika kwa makosa yetu. Hatuwajibiki kwa ahadi za waandaaji.

Una swali? [Tuulize](/about/help).`,
}

/** The personal data that is kept, and why: the first draft, until an operator writes another. */
const privacy = {
  en: `This page says what we keep about you, why, and for how long. Kenya's Data Protection Act, 2019, gives you rights over it.

## When you visit a page
We count visits, so that organisers know how many people came. We keep the kind of device, the country, the time, and a shortened network address. A cookie remembers your language and that your visit was counted. There are no advertisements and no trackers of other companies.

## When you give
We keep your email address, your name if you give it, your message, the amount and the date. The organiser sees them, unless you give anonymously: then the organiser sees only the amount and your message. Your email address is never shown on the page. The payment company receives your email and the amount. We never see your PIN or your card number.

## When you give by M-Pesa
Safaricom receives your phone number and the amount, and tells us M-Pesa's code of the payment. The organiser and helpers of a drive see a shortened number, such as 0712 … 678. If nothing was paid we erase your number after 90 days. When you tell us which payment was yours, we erase that number after 30 days. Texts are sent by a company for texts, which receives your number and the words; we erase the words after 30 days. Answer STOP to a text and we send you no more.

## When somebody writes down your gift or pledge
A treasurer may record a gift in cash, a pledge, or a list of a group, with your name and number. A list that was pasted is erased after 30 days. The text that you receive says who wrote it down, and its page lets you refuse the pledge or remove your name.

## When you are invited
A host keeps your name, your number or email if they have it, your answer and when you arrived. Only the host and the helpers of that occasion see it. Your name is erased a year after the occasion, or when you ask on your page. A photo that you are in can be taken down from its page.

## When you comment or book a visit
A comment is public. A visit request goes to the organiser with your name, email and phone number, so that they can answer you.

## When you have an account
We keep your name, username, email address, a scrambled form of your password, and the devices you signed in from. What you typed when you were signed out is kept for an hour, for your account alone. Withdrawal numbers are shown with their last four digits only.

## How long
Records of money stay in the books: amounts, dates, codes, and where withdrawals went, also after your name was erased. The log of what administrators did stays, too. Your gifts and pledges keep your name until you ask us to remove it. Everything else goes when you delete it or your account.

## Your rights
You can download your data and delete your account on the Settings page. To see, correct or remove anything else, [write to us](/about/help). You can also complain to the Office of the Data Protection Commissioner.`,
  sw: `Ukurasa huu unaeleza tunachohifadhi kukuhusu, kwa nini, na kwa muda gani. Sheria ya Ulinzi wa Data ya Kenya, 2019, inakupa haki juu yake.

## Unapotembelea ukurasa
Tunahesabu wageni, ili waandaaji wajue ni watu wangapi walifika. Tunahifadhi aina ya kifaa, nchi, saa, na anwani ya mtandao iliyofupishwa. Kidakuzi hukumbuka lugha yako na kwamba ziara yako imehesabiwa. Hakuna matangazo wala vifuatiliaji vya kampuni nyingine.

## Unapochangia
Tunahifadhi barua pepe yako, jina lako ukilitoa, ujumbe wako, kiasi na tarehe. Mwandaaji huviona, isipokuwa ukichangia bila jina: hapo mwandaaji huona kiasi na ujumbe wako tu. Barua pepe yako haionyeshwi kamwe kwenye ukurasa. Kampuni ya malipo hupokea barua pepe yako na kiasi. Hatuoni kamwe PIN yako wala nambari ya kadi yako.

## Unapochangia kwa M-Pesa
Safaricom hupokea nambari yako ya simu na kiasi, na hutuambia msimbo wa M-Pesa wa malipo hayo. Mwandaaji na wasaidizi wa mchango huona nambari iliyofupishwa, kama 0712 … 678. Kama hakuna kilicholipwa, tunafuta nambari yako baada ya siku 90. Unapotuambia ni malipo gani yalikuwa yako, tunafuta nambari hiyo baada ya siku 30. Ujumbe wa simu hutumwa na kampuni ya ujumbe, ambayo hupokea nambari yako na maneno; tunafuta maneno hayo baada ya siku 30. Jibu STOP kwa ujumbe wowote nasi hatutakutumia tena.

## Mtu mwingine anapoandika mchango au ahadi yako
Mweka hazina anaweza kuandika mchango wa pesa taslimu, ahadi, au orodha ya kikundi, pamoja na jina na nambari yako. Orodha iliyobandikwa hufutwa baada ya siku 30. Ujumbe unaopokea unasema ni nani aliyeandika, na ukurasa wake unakuwezesha kukataa ahadi au kuondoa jina lako.

## Unapoalikwa
Mwenyeji huhifadhi jina lako, nambari au barua pepe yako kama anayo, jibu lako na wakati ulipofika. Ni mwenyeji na wasaidizi wa tukio hilo tu wanaoiona. Jina lako hufutwa mwaka mmoja baada ya tukio, au unapoomba kwenye ukurasa wako. Picha ambayo umo inaweza kuondolewa kutoka ukurasa wake.

## Unapotoa maoni au kuomba kutembelea
Maoni huonekana na wote. Ombi la kutembelea huenda kwa mwandaaji pamoja na jina, barua pepe na nambari yako ya simu, ili aweze kukujibu.

## Ukiwa na akaunti
Tunahifadhi jina lako, jina la mtumiaji, barua pepe, nenosiri lako kwa njia isiyosomeka, na vifaa ulivyoingia navyo. Ulichoandika ulipoondolewa kwenye akaunti huhifadhiwa kwa saa moja, kwa akaunti yako tu. Nambari za kutolea pesa huonyeshwa kwa tarakimu nne za mwisho tu.

## Kwa muda gani
Kumbukumbu za pesa hubaki kwenye vitabu: kiasi, tarehe, misimbo, na mahali pesa zilikotumwa, hata baada ya jina lako kufutwa. Kumbukumbu za yale ambayo wasimamizi walifanya hubaki pia. Michango na ahadi zako hubaki na jina lako hadi utuombe tuliondoe. Mengine yote huondoka unapoyafuta au unapofuta akaunti yako.

## Haki zako
Unaweza kupakua data yako na kufuta akaunti yako kwenye ukurasa wa Mipangilio. Ili kuona, kurekebisha au kuondoa jambo lingine lolote, [tuandikie](/about/help). Unaweza pia kulalamika kwa Ofisi ya Kamishna wa Ulinzi wa Data.`,
}

/** The answers people look for first: the first draft, until an operator writes another. */
const help = {
  en: `Answers to questions about this service. If yours is not here, write to us at the end of this page.

## I gave, and nothing happened
Your phone's message or your bank's is the proof that the money left. It can take some minutes until it is counted. If the page says that the payment failed, the payment company told us that it took nothing. If money was taken and no receipt arrives within an hour, write to us with the time and the amount.

## I paid by M-Pesa Paybill and my gift is not on the page
It can take some minutes. If the account was typed wrong, choose I paid by Paybill below the form with which you give, and enter M-Pesa's code from your message. Money that we can't place waits until an administrator places it or sends it back.

## I have lost my receipt
Look for an email with the word receipt in its subject, also in the spam folder. If you gave by M-Pesa, its message with the code is your receipt; sign in with that phone number to see all gifts from it. Or write to us from the address you gave with.

## I want no more texts
Answer STOP to any of our texts. Answer ANZA when you want them again.

## I want my gift back
Write to us with the number on your receipt. See the [terms](/about/terms).

## I can't sign in
Use Forgot password on the sign-in page. The link that we send works once, and for one hour.

[if views]
## My page says Access Restricted
Its views are used up. Visitors can still give. Open Payouts to buy more views.
[end]

## Where is my withdrawal?
See [how withdrawals work](/about/withdrawals). The Notes column on your Payouts page says what is happening.

## This page looks dishonest
Open it and choose Report this page at its end. The organiser is not told who reported it.

## What does it cost?
See [fees](/about/fees).`,
  sw: `Majibu ya maswali kuhusu huduma hii. Kama lako halipo hapa, tuandikie mwishoni mwa ukurasa huu.

## Nimechangia, na hakuna kilichotokea
Ujumbe kwenye simu yako au wa benki yako ndio uthibitisho kwamba pesa zilitoka. Inaweza kuchukua dakika kadhaa hadi zihesabiwe. Kama ukurasa unasema malipo yameshindikana, kampuni ya malipo imetuambia kwamba haikuchukua pesa. Kama pesa zilichukuliwa na risiti haijafika ndani ya saa moja, tuandikie saa na kiasi.

## Nimelipa kwa Paybill ya M-Pesa na mchango wangu hauonekani
Inaweza kuchukua dakika kadhaa. Kama akaunti iliandikwa vibaya, chagua Nimelipa kwa Paybill chini ya fomu ya kuchangia, kisha andika msimbo wa M-Pesa ulio kwenye ujumbe wako. Pesa tusizojua ni za nani husubiri hadi msimamizi aziweke panapostahili au azirudishe.

## Nimepoteza risiti yangu
Tafuta barua pepe yenye neno risiti kwenye kichwa chake, hata kwenye folda ya taka. Kama ulichangia kwa M-Pesa, ujumbe wake wenye msimbo ndio risiti yako; ingia kwa nambari hiyo ya simu uone michango yako yote. Au tuandikie kutoka kwa anwani uliyochangia nayo.

## Sitaki ujumbe wa simu tena
Jibu STOP kwa ujumbe wetu wowote. Jibu ANZA utakapoutaka tena.

## Nataka kurejeshewa mchango wangu
Tuandikie pamoja na nambari iliyo kwenye risiti yako. Tazama [masharti](/about/terms).

## Siwezi kuingia
Tumia Umesahau nenosiri kwenye ukurasa wa kuingia. Kiungo tunachotuma hufanya kazi mara moja, kwa saa moja.

[if views]
## Ukurasa wangu unasema ufikiaji umezuiwa
Mara zake za kutazamwa zimeisha. Wageni bado wanaweza kuchangia. Fungua Malipo ili kununua mara zaidi za kutazamwa.
[end]

## Pesa nilizoomba ziko wapi?
Tazama [jinsi ya kutoa pesa](/about/withdrawals). Safu ya Maelezo kwenye ukurasa wako wa Malipo inaeleza kinachoendelea.

## Ukurasa huu unaonekana si wa kweli
Ufungue kisha uchague Ripoti ukurasa huu mwishoni mwake. Mwandaaji haambiwi ni nani aliyeripoti.

## Inagharimu kiasi gani?
Tazama [ada](/about/fees).`,
}

/** How money reaches an organiser: the first draft, until an operator writes another. */
const withdrawals = {
  en: `Our books keep an account for each fundraiser. Money that people give is written there until the organiser withdraws it.

## Step by step
- Open your fundraiser, then Payouts, then Withdraw Funds.
- Choose the amount, from KES 100. M-Pesa has a limit for one transfer, so larger sums may be sent in parts.
- Choose where the money goes: M-Pesa, Airtel Money, T-Kash or a bank account. The first time, you type it in and confirm your password.
- You see what will be sent and the fee before you confirm.
- An administrator checks the request.
- The money is sent, and you get an email.

## While you wait
You can take the request back as long as it says Processing. The money is then in your balance again.

## What can hold a withdrawal up
- A new withdrawal method may have to wait for some hours, so that you can notice if it was not you who added it.
- Large sums may need two administrators.
- We may freeze withdrawals while we look into a report. You are told why.
- A refund or a disputed card payment that is still open is held back.

## If a transfer fails
The request opens again, and the note says why. For example, the number does not take mobile money, or the name does not match the account.

Questions? [Ask us](/about/help).`,
  sw: `Vitabu vyetu vina akaunti ya kila changisho. Pesa ambazo watu wanachangia huandikwa humo hadi mwandaaji azitoe.

## Hatua kwa hatua
- Fungua changisho lako, kisha Malipo, kisha Toa Pesa.
- Chagua kiasi, kuanzia KES 100. M-Pesa ina kikomo kwa mara moja, kwa hiyo kiasi kikubwa zaidi huenda kikatumwa kwa sehemu.
- Chagua pesa ziende wapi: M-Pesa, Airtel Money, T-Kash au akaunti ya benki. Mara ya kwanza unaiandika na kuthibitisha kwa nenosiri lako.
- Unaona kiasi kitakachotumwa na ada kabla ya kuthibitisha.
- Msimamizi hukagua ombi.
- Pesa hutumwa, nawe unapata barua pepe.

## Unaposubiri
Unaweza kuliondoa ombi mradi bado linashughulikiwa. Pesa hurudi kwenye salio lako.

## Kinachoweza kuchelewesha
- Njia mpya ya kutolea pesa inaweza kusubiri saa kadhaa, ili uweze kugundua kama si wewe uliyeiongeza.
- Kiasi kikubwa huenda kikahitaji wasimamizi wawili.
- Tunaweza kuzuia utoaji wa pesa tunapochunguza ripoti. Unaambiwa sababu.
- Marejesho au malipo ya kadi yanayobishaniwa ambayo hayajamalizika huzuiliwa.

## Pesa zikishindwa kutumwa
Ombi hufunguliwa tena, na maelezo yanasema sababu. Kwa mfano, nambari haipokei pesa kwa simu, au jina halilingani na akaunti.

Una swali? [Tuulize](/about/help).`,
}

/** The costs of giving and withdrawing: the first draft, until an operator writes another. */
const fees = {
  en: `Opening a fundraiser is free. There is no monthly charge and no tip.

## When you give
You pay the amount you choose, and nothing more to us. Your bank or mobile money company may charge you its usual fee.

## When you withdraw
We keep [fee]% of what you withdraw. Ask for KES 1,000 and KES [sent] is sent to you. A fundraiser keeps the fee that it was opened with. The form shows both amounts before you confirm, and your statement shows them afterwards.

To M-Pesa, Airtel Money and T-Kash we send whole shillings. Cents that can't be sent stay in your balance.

[if views]
## Views
A new fundraiser comes with [views] free views. Each visitor's stay uses one view. When they are used up, the story closes, unless we have chosen to leave stories open. Visitors still see the title, the picture and the progress, and they can still give. You can buy more views on the Payouts page. Prices are shown in shillings before you pay.
[end]

## Refunds
When a gift is refunded, the giver gets the whole gift, and our fee on it falls away.

Questions? [Ask us](/about/help).`,
  sw: `Kufungua changisho ni bure. Hakuna malipo ya kila mwezi na hakuna bakshishi.

## Unapochangia
Unalipa kiasi unachochagua, na hutulipi zaidi. Benki yako au kampuni ya pesa kwa simu inaweza kutoza ada yake ya kawaida.

## Unapotoa pesa
Tunabaki na [fee]% ya kiasi unachotoa. Ukiomba KES 1,000, unatumiwa KES [sent]. Changisho hubaki na ada iliyokuwepo lilipofunguliwa. Fomu inaonyesha viasi vyote viwili kabla ya kuthibitisha, na taarifa yako inavionyesha baadaye.

Kwa M-Pesa, Airtel Money na T-Kash tunatuma shilingi kamili. Senti ambazo haziwezi kutumwa hubaki kwenye salio lako.

[if views]
## Mara za kutazamwa
Changisho jipya huja na mara [views] za kutazamwa bila malipo. Kila mgeni anapokaa kwenye ukurasa hutumia mara moja. Zikiisha, hadithi hufungwa, isipokuwa tumechagua kuziacha hadithi wazi. Wageni bado wanaona kichwa, picha na maendeleo, na bado wanaweza kuchangia. Unaweza kununua mara zaidi kwenye ukurasa wa Malipo. Bei zinaonyeshwa kwa shilingi kabla ya kulipa.
[end]

## Kurejeshewa pesa
Mchango unaporejeshwa, aliyetoa hupata mchango wote, na ada yetu juu yake huondolewa.

Una swali? [Tuulize](/about/help).`,
}

/** The text of each page until an operator writes another. */
export const drafts: Record<AboutName, Record<Language, string>> = { fees, withdrawals, help, privacy, terms }

export type AboutPage = {
  name: AboutName
  language: Language
  body: string
  /** When the operator wrote the text; null for the first draft. */
  at: Date | null
}

/** Returns the current text of a page in a language. */
export const aboutPage = async (db: Db, name: AboutName, language: Language): Promise<AboutPage> =>
  pageOf(name, language, await newestOf(db, name, language))

/** Returns the values that a text can name, as they are now. */
export function fillingNow(): Filling {
  const [bps, asked, views] = [newDrivesFee(), kes(1000), newDrivesViews()]
  return {
    fee: feePercent(bps),
    sent: amountText(asked - feeOf(asked, bps)),
    views: views === null ? null : amountText(kes(views)),
  }
}

/** Returns every page in every language, for admins. */
export async function aboutPages(db: Db): Promise<AboutPage[]> {
  const rows = await db
    .selectFrom('about_pages')
    .distinctOn(['name', 'language'])
    .select(['name', 'language', 'body', 'at'])
    .orderBy('name')
    .orderBy('language')
    .orderBy('id', 'desc')
    .execute()
  return aboutNames.flatMap((name) =>
    (Object.keys(languages) as Language[]).map((language) =>
      pageOf(
        name,
        language,
        rows.find((row) => row.name === name && row.language === language),
      ),
    ),
  )
}

const pageOf = (name: AboutName, language: Language, row: Newest | undefined): AboutPage => ({
  name,
  language,
  body: row?.body ?? drafts[name][language],
  at: row?.body ? row.at : null,
})

type Written = {
  name: AboutName
  language: Language
  /** Null restores the first draft. */
  body: string | null
  by: Actor
  why: string
}

/** Changes the text of a page. The previous text stays in the table, and the audit log says who changed it and why. */
export async function writeAbout(db: Db, { name, language, body, by, why }: Written): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Serialises saves: if two administrators save at once, the second is compared with the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`about ${name} ${language}`}, 0))`.execute(tx)
    const before = (await newestOf(tx, name, language))?.body ?? null
    if (before === body) throw new Refusal(aboutTexts.unchanged, { status: 422, field: 'body' })
    await tx.insertInto('about_pages').values({ name, language, body, by: by.id, why }).execute()
    const [was, is] = [factsOf(before), factsOf(body)]
    await record(tx, {
      by,
      act: 'page changed',
      noun: 'page',
      subject: `${name} ${language}`,
      before: was,
      after: is,
      why,
    })
  })
}

const factsOf = (body: string | null) => ({ byDefault: body === null, letters: body?.length ?? 0 })

type Newest = { body: string | null; at: Date }

const newestOf = (db: Db, name: AboutName, language: Language) =>
  db
    .selectFrom('about_pages')
    .where('name', '=', name)
    .where('language', '=', language)
    .select(['body', 'at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
