-- One job sends the mails of all gifts of a transaction. Should its process die in the middle, the next try must know what
-- has been sent. A row is written only while other mails of the job are still on their way, and goes with the job.

create table gift_mails_sent (
  donation_id bigint not null references donations(id) on delete cascade,
  mail text not null check (mail in ('mail-receipt', 'mail-gift')),
  primary key (donation_id, mail)
);
comment on table gift_mails_sent is 'Mails about gifts that were sent by a job which has more to send. The job takes its rows away when it is done.';
