{{/* The pod of a Job, `(dict "root" $ "component" … "containers" …)`; at a pre-install hook the release's ServiceAccounts do not exist yet. */}}
{{- define "gatehouse.jobPod" -}}
metadata:
  labels:
    {{- include "gatehouse.labels" (list .root .component) | nindent 4 }}
spec:
  restartPolicy: Never
  {{- include "gatehouse.podBasics" .root | nindent 2 }}
  {{- .containers | nindent 2 }}
  {{- include "gatehouse.databaseCaVolume" .root | nindent 2 }}
{{- end -}}

{{/* One step of the migration Job: `(list $ "migrate")`. */}}
{{- define "gatehouse.migrationStep" -}}
{{- $root := index . 0 -}}
{{- $command := index . 1 -}}
- name: {{ $command }}
  image: {{ include "gatehouse.image" (list $root $root.Values.migrations.image.repository $root.Values.migrations.image.digest) }}
  imagePullPolicy: {{ $root.Values.image.pullPolicy }}
  {{- include "gatehouse.containerSecurity" $root | nindent 2 }}
  command: [node, packages/database/src/main.ts, {{ $command }}]
  env:
    {{- include "gatehouse.databaseEnv" (list $root "owner") | nindent 4 }}
    {{- if eq $command "provision-roles" }}
    {{- range $name := include "gatehouse.databaseParts" $root | splitList " " }}
    - name: {{ upper $name }}_SERVICE_PASSWORD
      valueFrom:
        secretKeyRef:
          name: {{ include "gatehouse.passwordSecret" (list $root $name) }}
          key: {{ (index $root.Values.database.passwordSecrets $name).key }}
    {{- end }}
    {{- end }}
  resources:
    {{- toYaml $root.Values.migrations.resources | nindent 4 }}
  {{- include "gatehouse.databaseCaMount" $root | nindent 2 }}
{{- end -}}

{{- define "gatehouse.migrationContainers" -}}
{{- if and .Values.database.provisionRoles (not .Values.cluster.enabled) -}}
initContainers:
  {{- include "gatehouse.migrationStep" (list . "migrate") | nindent 2 }}
containers:
  {{- include "gatehouse.migrationStep" (list . "provision-roles") | nindent 2 }}
{{- else -}}
containers:
  {{- include "gatehouse.migrationStep" (list . "migrate") | nindent 2 }}
{{- end -}}
{{- end -}}

{{- define "gatehouse.firstAdminContainers" -}}
{{- $service := mergeOverwrite (deepCopy .Values.defaults) (deepCopy .Values.services.identity) -}}
containers:
  - name: first-admin
    image: {{ include "gatehouse.serviceImage" (list . "identity" $service) }}
    imagePullPolicy: {{ .Values.image.pullPolicy }}
    {{- include "gatehouse.containerSecurity" . | nindent 4 }}
    command:
      - node
      - services/identity/src/admin-invite.ts
      - {{ printf "--email=%s" .Values.firstAdmin.email | quote }}
      - {{ printf "--name=%s" .Values.firstAdmin.name | quote }}
      - {{ printf "--role=%s" .Values.firstAdmin.role | quote }}
      - --hours={{ int .Values.firstAdmin.hours }}
    env:
      {{- include "gatehouse.databaseEnv" (list . "owner") | nindent 6 }}
      - name: TEAM_HOST
        value: {{ .Values.hosts.team | quote }}
      - name: PUBLIC_SCHEME
        value: {{ .Values.hosts.scheme }}
    resources:
      {{- toYaml .Values.migrations.resources | nindent 6 }}
    {{- include "gatehouse.databaseCaMount" . | nindent 4 }}
{{- end -}}

{{- define "gatehouse.retentionContainers" -}}
containers:
  - name: retention
    image: {{ include "gatehouse.image" (list . .Values.migrations.image.repository .Values.migrations.image.digest) }}
    imagePullPolicy: {{ .Values.image.pullPolicy }}
    {{- include "gatehouse.containerSecurity" . | nindent 4 }}
    command: [node, packages/database/src/main.ts, retention]
    env:
      {{- include "gatehouse.databaseEnv" (list . "retention") | nindent 6 }}
      - name: LOG_LEVEL
        value: {{ .Values.logLevel }}
    resources:
      {{- toYaml .Values.retention.resources | nindent 6 }}
    {{- include "gatehouse.databaseCaMount" . | nindent 4 }}
{{- end -}}
