-- Run once by compose.yaml's PostgreSQL, when its volume is empty: the role as which the service works. It owns nothing
-- and may not change the schema; what the owner's migrations make later, it may use.
\getenv password SERVICE_PASSWORD
create role matricula_service login password :'password';
grant usage on schema public to matricula_service;
alter default privileges grant usage on schemas to matricula_service;
alter default privileges grant select, insert, update, delete on tables to matricula_service;
alter default privileges grant select, usage, update on sequences to matricula_service;
