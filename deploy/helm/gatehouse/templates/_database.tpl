{{/* The database for a service's role or for the owner, `(list $ "identity")`, as YAML: host, port, TLS. */}}
{{- define "gatehouse.database" -}}
{{- $root := index . 0 -}}
{{- $database := $root.Values.database -}}
{{- $isOwner := eq (index . 1) "owner" -}}
{{- $fullname := include "gatehouse.fullname" $root -}}
{{- $found := dict "user" ($isOwner | ternary $database.owner.user (printf "%s_service" (index . 1))) "sslMode" $database.sslMode -}}
{{- if $root.Values.cluster.enabled -}}
{{- $found = merge (dict "host" (printf "%s-database-rw" $fullname) "port" 5432 "ca" (printf "%s-database-ca" $fullname)) $found -}}
{{- else if $root.Values.quickstart -}}
{{- $found = merge (dict "host" (printf "%s-postgres" $fullname) "port" 5432 "ca" (printf "%s-certificate" $fullname) "sslMode" "verify-full") $found -}}
{{- else -}}
{{- $host := $isOwner | ternary (default $database.host $database.owner.host) $database.host -}}
{{- $port := $isOwner | ternary (default $database.port $database.owner.port) $database.port -}}
{{- $found = merge (dict "host" $host "port" $port "ca" "") $found -}}
{{- end -}}
{{- if $database.caSecret.name -}}{{- $_ := set $found "ca" $database.caSecret.name -}}{{- end -}}
{{- if eq $found.sslMode "disable" -}}{{- $_ := set $found "ca" "" -}}{{- end -}}
{{- $_ := set $found "certificate" (index $database.clientCertSecrets (index . 1) | default "") -}}
{{- toYaml $found -}}
{{- end -}}

{{/* Whether only Jobs use a role (empty: a service does). */}}
{{- define "gatehouse.isJobRole" -}}{{- if has . (list "owner" "retention") -}}yes{{- end -}}{{- end -}}

{{/*
PostgreSQL as one role, `(list $ "identity")`. A service reads its password from a file at every new connection, so that a
rotation needs no restart; a Job is short and reads it once.
*/}}
{{- define "gatehouse.databaseEnv" -}}
{{- $root := index . 0 -}}
{{- $part := index . 1 -}}
{{- $database := include "gatehouse.database" . | fromYaml -}}
{{- $options := printf "sslmode=%s" $database.sslMode -}}
{{- if $database.ca -}}{{- $options = printf "%s&sslrootcert=/etc/gatehouse/database-ca/ca.crt" $options -}}{{- end -}}
{{- if $database.certificate -}}
{{- $options = printf "%s&sslcert=/etc/gatehouse/database-client/tls.crt&sslkey=/etc/gatehouse/database-client/tls.key" $options -}}
{{- end -}}
- name: DATABASE_URL
  value: {{ printf "postgresql://%s@%s:%d/%s?%s" $database.user $database.host (int $database.port) $root.Values.database.name $options | quote }}
{{- if include "gatehouse.isJobRole" $part }}
- name: PGPASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ include "gatehouse.passwordSecret" . }}
      key: {{ (index $root.Values.database.passwordSecrets $part).key }}
{{- else }}
- name: DATABASE_PASSWORD_FILE
  value: /etc/gatehouse/database-password/password
{{- end }}
{{- end -}}

{{/* The files of a role's connections: the server's authority, the client's certificate, the password. `(list $ "identity")`. */}}
{{- define "gatehouse.databaseMounts" -}}
{{- $database := include "gatehouse.database" . | fromYaml -}}
{{- if $database.ca }}
- name: database-ca
  mountPath: /etc/gatehouse/database-ca
  readOnly: true
{{- end }}
{{- if $database.certificate }}
- name: database-client
  mountPath: /etc/gatehouse/database-client
  readOnly: true
{{- end }}
{{- if not (include "gatehouse.isJobRole" (index . 1)) }}
# Without subPath, which the kubelet never updates.
- name: database-password
  mountPath: /etc/gatehouse/database-password
  readOnly: true
{{- end }}
{{- end -}}
{{- define "gatehouse.databaseVolumes" -}}
{{- $root := index . 0 -}}
{{- $database := include "gatehouse.database" . | fromYaml -}}
{{- with $database.ca }}
- name: database-ca
  secret:
    secretName: {{ . }}
    items:
      - key: {{ $root.Values.database.caSecret.key }}
        path: ca.crt
{{- end }}
{{- with $database.certificate }}
- name: database-client
  secret:
    secretName: {{ . }}
{{- end }}
{{- if not (include "gatehouse.isJobRole" (index . 1)) }}
- name: database-password
  secret:
    secretName: {{ include "gatehouse.passwordSecret" . }}
    items:
      - key: {{ (index $root.Values.database.passwordSecrets (index . 1)).key }}
        path: password
{{- end }}
{{- end -}}
