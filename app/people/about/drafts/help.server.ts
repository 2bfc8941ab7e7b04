/** The answers people look for first: the first draft, until an operator writes another. */
export const help = {
  en: `Answers to what people ask most. If yours is not here, write to us at the end of this page.

## I gave, and nothing happened
Your phone's message or your bank's is the proof that the money left. It can take some minutes until it is counted. If the page says that the payment failed, nothing was taken. If money was taken and no receipt arrives within an hour, write to us with the time and the amount.

## I paid by M-Pesa Paybill and my gift is not on the page
It can take some minutes. If the account was typed wrong, choose I paid by Paybill below the form with which you give, and enter M-Pesa's code from your message. Money that we can't place is sent back.

## I have lost my receipt
Look for an email with the word receipt in its subject, also in the spam folder. If you gave by M-Pesa, its message with the code is your receipt; sign in with that phone number to see all gifts from it. Or write to us from the address you gave with.

## I want no more texts
Answer STOP to any of our texts. Answer ANZA when you want them again.

## I want my gift back
Write to us within 30 days, with the number on your receipt. See the [terms](/about/terms).

## I can't sign in
Use Forgot password on the sign-in page. The link that we send works once, and for one hour.

## My page says Access Restricted
Its views are used up. Visitors can still give. Open Payouts to buy more views.

## Where is my withdrawal?
See [how withdrawals work](/about/withdrawals). The Notes column on your Payouts page says what is happening.

## This page looks dishonest
Open it and choose Report this page at its end. The organiser is not told who reported it.

## What does it cost?
See [fees](/about/fees).`,
  sw: `Majibu ya maswali yanayoulizwa zaidi. Kama lako halipo hapa, tuandikie mwishoni mwa ukurasa huu.

## Nimechangia, na hakuna kilichotokea
Ujumbe kwenye simu yako au wa benki yako ndio uthibitisho kwamba pesa zilitoka. Inaweza kuchukua dakika kadhaa hadi zihesabiwe. Kama ukurasa unasema malipo yameshindikana, hakuna pesa zilizochukuliwa. Kama pesa zilichukuliwa na risiti haijafika ndani ya saa moja, tuandikie saa na kiasi.

## Nimelipa kwa Paybill ya M-Pesa na mchango wangu hauonekani
Inaweza kuchukua dakika kadhaa. Kama akaunti iliandikwa vibaya, chagua Nimelipa kwa Paybill chini ya fomu ya kuchangia, kisha andika msimbo wa M-Pesa ulio kwenye ujumbe wako. Pesa tusizojua ni za nani hurudishwa.

## Nimepoteza risiti yangu
Tafuta barua pepe yenye neno risiti kwenye kichwa chake, hata kwenye folda ya taka. Kama ulichangia kwa M-Pesa, ujumbe wake wenye msimbo ndio risiti yako; ingia kwa nambari hiyo ya simu uone michango yako yote. Au tuandikie kutoka kwa anwani uliyochangia nayo.

## Sitaki ujumbe wa simu tena
Jibu STOP kwa ujumbe wetu wowote. Jibu ANZA utakapoutaka tena.

## Nataka kurejeshewa mchango wangu
Tuandikie ndani ya siku 30, pamoja na nambari iliyo kwenye risiti yako. Tazama [masharti](/about/terms).

## Siwezi kuingia
Tumia Umesahau nenosiri kwenye ukurasa wa kuingia. Kiungo tunachotuma hufanya kazi mara moja, kwa saa moja.

## Ukurasa wangu unasema ufikiaji umezuiwa
Mara zake za kutazamwa zimeisha. Wageni bado wanaweza kuchangia. Fungua Malipo ili kununua mara zaidi za kutazamwa.

## Pesa nilizoomba ziko wapi?
Tazama [jinsi ya kutoa pesa](/about/withdrawals). Safu ya Maelezo kwenye ukurasa wako wa Malipo inaeleza kinachoendelea.

## Ukurasa huu unaonekana si wa kweli
Ufungue kisha uchague Ripoti ukurasa huu mwishoni mwake. Mwandaaji haambiwi ni nani aliyeripoti.

## Inagharimu kiasi gani?
Tazama [ada](/about/fees).`,
}
