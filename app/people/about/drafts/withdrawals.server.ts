/** How money reaches an organiser: the first draft, until an operator writes another. */
export const withdrawals = {
  en: `Money that people give is kept apart for the fundraiser until its organiser withdraws it.

## Step by step
- Open your fundraiser, then Payouts, then Withdraw Funds.
- Choose the amount, from KES 100. M-Pesa takes up to KES 250,000 in one transfer; larger sums are sent in parts.
- Choose where the money goes: M-Pesa, Airtel Money, T-Kash or a bank account. The first time, you type it in and confirm your password.
- You see what will be sent and the fee before you confirm.
- A person checks the request. This usually takes one working day.
- The money is sent, and you get an email.

## While you wait
You can take the request back as long as it says Processing. The money is then in your balance again.

## What can hold a withdrawal up
- A new withdrawal method may have to wait for some hours, so that you can notice if it was not you who added it.
- Large sums need two administrators.
- We may freeze withdrawals while we look into a report. You are told why.
- A refund or a disputed card payment that is still open is held back.

## If a transfer fails
The request opens again, and the note says why. Most often the number does not take mobile money, or the name does not match the account.

Questions? [Ask us](/about/help).`,
  sw: `Pesa ambazo watu wanachangia huwekwa kando kwa ajili ya changisho hadi mwandaaji wake azitoe.

## Hatua kwa hatua
- Fungua changisho lako, kisha Malipo, kisha Toa Pesa.
- Chagua kiasi, kuanzia KES 100. M-Pesa hupokea hadi KES 250,000 kwa mara moja; kiasi kikubwa zaidi hutumwa kwa sehemu.
- Chagua pesa ziende wapi: M-Pesa, Airtel Money, T-Kash au akaunti ya benki. Mara ya kwanza unaiandika na kuthibitisha kwa nenosiri lako.
- Unaona kiasi kitakachotumwa na ada kabla ya kuthibitisha.
- Mtu hukagua ombi. Kwa kawaida huchukua siku moja ya kazi.
- Pesa hutumwa, nawe unapata barua pepe.

## Unaposubiri
Unaweza kuliondoa ombi mradi bado linashughulikiwa. Pesa hurudi kwenye salio lako.

## Kinachoweza kuchelewesha
- Njia mpya ya kutolea pesa inaweza kusubiri saa kadhaa, ili uweze kugundua kama si wewe uliyeiongeza.
- Kiasi kikubwa huhitaji wasimamizi wawili.
- Tunaweza kuzuia utoaji wa pesa tunapochunguza ripoti. Unaambiwa sababu.
- Marejesho au malipo ya kadi yanayobishaniwa ambayo hayajamalizika huzuiliwa.

## Pesa zikishindwa kutumwa
Ombi hufunguliwa tena, na maelezo yanasema sababu. Mara nyingi nambari haipokei pesa kwa simu, au jina halilingani na akaunti.

Una swali? [Tuulize](/about/help).`,
}
