/* Both precisions in one program. */
int user_f32(void);
int user_f64(void);

int main(void)
{
    return user_f32() + user_f64();
}
