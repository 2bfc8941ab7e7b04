-- The audit log is read newest first, narrowed by who, what and about what, and by the words of a reason.

create index audit_log_at on audit_log (at, id);
create index audit_log_by_at on audit_log (by, at, id);
create index audit_log_act_at on audit_log (act, at, id);
create index audit_log_noun_at on audit_log (noun, at, id);
-- About one thing, whatever kind it is of.
create index audit_log_subject on audit_log (subject, id) where subject <> '';
-- Only decisions have a reason, and there are far fewer of them than looks.
create index audit_log_reasons on audit_log (id) where why <> '';
drop index audit_log_by;
drop index audit_log_act;
drop index audit_log_about;
