-- What nobody signed in did is rare, and would be looked for in the whole log.

create index audit_log_nobody on audit_log (at, id) where by is null;
