mkdir -p repo/src outside
echo main > repo/src/main.txt
echo old > repo/src/old.txt
echo secret > outside/secret.txt
echo '*.env' > repo/.gitignore
git init -q repo
git -C repo add -A
git -C repo -c user.name=a -c user.email=a@example.org commit -qm start
cat > editor.sh <<'END'
#!/bin/sh
true
END
chmod +x editor.sh
echo key > repo/secret.env
git -C repo update-index --assume-unchanged src/old.txt
echo work >> repo/src/old.txt
